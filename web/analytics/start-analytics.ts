/** A page view. `url` and `referrer` are absolute URLs. */
interface View {
  url: string
  title: string
  referrer: string
}

/** Reports a page view to one service. */
export type Counter = (view: View) => void

/**
 * Counts the first view and returns a function that counts each further one. The services are
 * configured by data attributes of the body (`analyticsSettings` in `Document.tsx`) and loaded when
 * the page is idle. Nothing is loaded for visitors who opt out of tracking.
 */
export function startAnalytics(): () => void {
  if (wantsNoTracking()) return () => {}
  const counters = [...starts()].map(async (start) => {
    await idle()
    return start()
  })
  let referrer = document.referrer
  const count = () => {
    const view = { url: location.href, title: document.title, referrer }
    referrer = view.url
    for (const counter of counters) {
      // A service that the browser blocks must not break the page.
      void counter.then((report) => report(view)).catch(() => undefined)
    }
  }
  count()
  return count
}

function* starts(): Generator<() => Promise<Counter>> {
  const {
    posthogKey: key,
    posthogHost: host,
    fathomSite: site,
    fathomScript
  } = document.body.dataset
  if (key && host) yield async () => (await import('./start-posthog.ts')).startPostHog(key, host)
  if (site && fathomScript && location.hostname !== 'localhost') {
    yield async () => (await import('./start-fathom.ts')).startFathom(site, fathomScript)
  }
}

/** Do Not Track, or Global Privacy Control, which TypeScript does not know yet. */
function wantsNoTracking(): boolean {
  const isGpcOn = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
  return isGpcOn || ['1', 'yes'].includes(navigator.doNotTrack ?? '')
}

async function idle(): Promise<void> {
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3000 })
    else setTimeout(resolve, 1000)
  })
}

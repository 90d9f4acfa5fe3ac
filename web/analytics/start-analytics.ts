/** A page that a visitor has come to. */
interface View {
  url: string
  title: string
  referrer: string
}

/** Tells a service of a view. */
export type Counter = (view: View) => void

/**
 * Counts the first view, and returns what counts each further one. Services are named by attributes
 * of the body (`AnalyticsSettings`) and loaded after the page has come to rest; nothing of them is
 * for visitors who do not want to be tracked.
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
      // Whatever a visitor's browser blocks shall not trouble the page.
      void counter.then((tell) => tell(view)).catch(() => undefined)
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

import { basePath } from '../islands/base-path.ts'
import type { OfflineStatus } from './protocol.ts'

/** Set while the site keeps pages for reading offline: the link to the page about it. */
const LINK = '.site-footer a[href*="/_offline"]'

/** Starts the worker that keeps pages, after everything else. Browsers have it only over https and on localhost. */
export function startOffline(): void {
  const { serviceWorker } = navigator
  if (!serviceWorker || !document.querySelector(LINK)) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<OfflineStatus>) => {
    if (data.gone === location.href.replace(/#.*/, '')) location.reload()
  })
  const start = () =>
    // Without it, the site works as before.
    void serviceWorker.register(`${basePath}/sw.js`).catch(() => undefined)
  const wait = () => (window.requestIdleCallback ?? setTimeout)(start)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

/** Fills the page for reading offline. */
export function startOfflinePage(root: HTMLElement, end: AbortSignal): void {
  const section = root.querySelector<HTMLElement>('[data-offline]')
  if (section)
    void import('./fill-offline-page.ts').then(({ fillOfflinePage }) =>
      fillOfflinePage(section, end)
    )
}

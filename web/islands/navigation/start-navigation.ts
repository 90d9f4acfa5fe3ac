import { pathOfPage } from '../collections/folder/folder-paths.ts'
import { hasViews } from '../collections/view-sections.ts'
import { isPlainClick, pageLinkOf } from './page-links.ts'
import type { Router } from './router.ts'
import { reloadEntry, restoreScroll } from './scroll-position.ts'

/** Starts the islands of a page's content and returns a function that ends them. */
type Mount = (content: HTMLElement) => () => void

/** Callbacks around a page change. */
export interface NavigationOptions {
  /** For the page that the document begins with. */
  mountFirst: Mount
  /** For every later one. */
  mount: Mount
  /** Called on every page view but the first. */
  onView: () => void
}

/** How long a click waits for the router before the browser follows the link. */
const MAX_WAIT_MS = 1500

/**
 * Makes internal links replace the content instead of loading a document. The router (`router.ts`,
 * mostly swup) is loaded on the first hover, touch or focus of a link, which keeps the initial
 * script small.
 */
export function startNavigation({ mountFirst, mount, onView }: NavigationOptions): void {
  let unmount = mountContent(mountFirst)
  let router: Router | undefined
  let loading: Promise<Router> | undefined
  const { pathname, search } = location
  const callbacks = {
    leave: () => unmount(),
    arrive: () => (unmount = mountContent(mount)),
    onView
  }
  const load = async () => (router = (await import('./router.ts')).startRouter(callbacks))
  const loadOnce = async () => (loading ??= load())

  const onIntent = (event: Event) => {
    const link = router ? undefined : pageLinkOf(event)
    // If loading fails, the browser follows links, and a click tries again.
    if (link) void loadOnce().then(({ preload }) => preload(link), reset)
  }
  const reset = () => (loading = undefined)
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true })
  }
  document.addEventListener('click', (event) => {
    const link = router || !isPlainClick(event) ? undefined : pageLinkOf(event)
    if (!link) return
    event.preventDefault()
    const { href } = link
    void within(loadOnce(), MAX_WAIT_MS).then(
      ({ go }) => go(link),
      () => location.assign(href)
    )
  })
  addEventListener('popstate', () => {
    // History entries that the router created before this document was loaded.
    const isOther =
      pathOfPage(location.pathname) !== pathOfPage(pathname) ||
      (location.pathname + location.search !== pathname + search && !hasViews())
    if (!router && isOther) reloadEntry()
  })
  addEventListener('pageshow', ({ persisted }) => persisted && onView())
  // Once the islands have started, which are in the queue.
  setTimeout(restoreScroll)
}

function mountContent(mount: Mount): () => void {
  const content = document.querySelector<HTMLElement>('#content')
  return content ? mount(content) : () => {}
}

async function within<T>(result: Promise<T>, limitMs: number): Promise<T> {
  return Promise.race([
    result,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`not within ${limitMs} ms`)), limitMs)
    })
  ])
}

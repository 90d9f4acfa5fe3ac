import { hasViews } from '../start-view-links.ts'
import { isPlainClick, pageLinkOf } from './page-links.ts'
import type { Router } from './router.ts'
import { reloadEntry, restoreScroll } from './scroll-place.ts'

/** What happens around a change of the page. */
export interface NavigationOptions {
  /** Starts the islands of a page's content and returns what ends them. */
  mount: (content: HTMLElement) => () => void
  /** Hears of every page that has come, but for the first one. */
  onView: () => void
}

/** How long a click waits for the router; then the browser follows the link by itself. */
const MAX_WAIT_MS = 1500

/**
 * Lets links inside the site change the page without loading it anew. The router (`router.ts`, most
 * of it swup) is fetched when a visitor first turns to a link: until then this little is all.
 */
export function startNavigation({ mount, onView }: NavigationOptions): void {
  let unmount = mountContent(mount)
  let router: Router | undefined
  let loading: Promise<Router> | undefined
  const { pathname, search } = location
  const steps = { leave: () => unmount(), arrive: () => (unmount = mountContent(mount)), onView }
  const load = async () => (router = (await import('./router.ts')).startRouter(steps))
  const loadOnce = async () => (loading ??= load())

  const onIntent = (event: Event) => {
    const link = router ? undefined : pageLinkOf(event)
    // Without the router links are followed as ever; a click tries once more to have it.
    if (link) void loadOnce().then(({ preload }) => preload(link), forget)
  }
  const forget = () => (loading = undefined)
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
    // Pages that came by the router before this document was loaded: their entries belong to it too.
    const isOther = location.pathname !== pathname || (location.search !== search && !hasViews())
    if (!router && isOther) reloadEntry()
  })
  addEventListener('pageshow', ({ persisted }) => persisted && onView())
  restoreScroll()
}

function mountContent(mount: NavigationOptions['mount']): () => void {
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

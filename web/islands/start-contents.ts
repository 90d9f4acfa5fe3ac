/** Where a section counts as the one that is read: once its heading is in the upper quarter. */
const upperQuarter = '1000000px 0px -75% 0px'
const wide = matchMedia('(min-width: 64rem)')

/** Marks the section that is read in the page's contents, and makes them a drawer where room is scarce. */
export function startContents(root: HTMLElement, end: AbortSignal): void {
  const nav = root.querySelector<HTMLElement>('.page-contents')
  const drawer = nav?.querySelector('details')
  if (!nav || !drawer) return
  const fold = () => (drawer.open = wide.matches)
  fold()
  wide.addEventListener('change', fold, { signal: end })
  closeByItself(nav, { drawer, end })
  markCurrent(nav, end)
}

function closeByItself(
  nav: HTMLElement,
  { drawer, end: signal }: { drawer: HTMLDetailsElement; end: AbortSignal }
): void {
  const isDrawer = () => drawer.open && !wide.matches
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isDrawer()) return
    drawer.open = false
    drawer.querySelector('summary')?.focus()
  }
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || !isDrawer()) return
    if (!nav.contains(target) || target.closest('a')) drawer.open = false
  }
  document.addEventListener('keydown', onKey, { signal })
  document.addEventListener('click', onClick, { signal })
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof Node && !nav.contains(relatedTarget)
    if (isOutside && isDrawer()) drawer.open = false
  })
}

function markCurrent(nav: HTMLElement, signal: AbortSignal): void {
  const links = linksByHeading(nav)
  const headings = [...links.keys()]
  const summary = nav.querySelector('.current-section')
  const mark = () => {
    // The last sections of a page may be too short for their headings ever to come up.
    const isAtEnd = end.size > 0 && scrollY > 0
    const heading = (isAtEnd && lastOf(headings, visible)) || lastOf(headings, reached)
    const current = heading && links.get(heading)
    for (const link of links.values()) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    if (summary) summary.textContent = current?.textContent ?? ''
    if (current && wide.matches) keepInView(nav, current)
  }
  const reached = watch(headings, { rootMargin: upperQuarter, onChange: mark, signal })
  const visible = watch(headings, { rootMargin: '0px', onChange: mark, signal })
  const end = watch(document.querySelectorAll('.site-footer'), {
    rootMargin: '0px',
    onChange: mark,
    signal
  })
}

function linksByHeading(nav: HTMLElement): Map<Element, HTMLAnchorElement> {
  const links = [...nav.querySelectorAll('a')]
  return new Map(
    links.flatMap((link) => {
      // Ids of headings are letters, digits and hyphens: they can always be decoded.
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      return heading ? [[heading, link]] : []
    })
  )
}

interface WatchOptions {
  rootMargin: string
  onChange: () => void
  /** Ends the watch. */
  signal: AbortSignal
}

/** Those of the elements that are in view at the moment, kept up to date. */
function watch(
  elements: Iterable<Element>,
  { rootMargin, onChange, signal }: WatchOptions
): Set<Element> {
  const inView = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) inView.add(target)
        else inView.delete(target)
      }
      onChange()
    },
    { rootMargin }
  )
  for (const element of elements) observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
  return inView
}

function lastOf(headings: Element[], among: Set<Element>): Element | undefined {
  return headings.findLast((heading) => among.has(heading))
}

/** Scrolls only the contents: the page stays where it is. */
function keepInView(nav: HTMLElement, link: HTMLElement): void {
  const { top, bottom } = nav.getBoundingClientRect()
  const place = link.getBoundingClientRect()
  if (place.top < top) nav.scrollTop += place.top - top
  if (place.bottom > bottom) nav.scrollTop += place.bottom - bottom
}

/** Margin by which a section becomes current: once its heading is in the upper quarter. */
const UPPER_QUARTER = '1000000px 0px -75% 0px'
const wide = matchMedia('(min-width: 78.125rem)')

/** Marks the current section in the page's contents, which become a drawer in a narrow window. */
export function startContents(root: HTMLElement, end: AbortSignal): void {
  const nav = root.querySelector<HTMLElement>('.page-contents')
  const drawer = nav?.querySelector('details')
  if (!nav || !drawer) return
  const fold = () => (drawer.open = wide.matches)
  fold()
  wide.addEventListener('change', fold, { signal: end })
  closeOnLeave(nav, { drawer, end })
  markCurrent(nav, end)
}

function closeOnLeave(
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
    // The last sections may be too short for their headings to reach the upper quarter.
    const isAtEnd = end.size > 0 && scrollY > 0
    const heading = (isAtEnd && lastOf(headings, visible)) || lastOf(headings, inUpperQuarter)
    const current = heading && links.get(heading)
    for (const link of links.values()) {
      if (link === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    if (summary) summary.textContent = current?.textContent ?? ''
    if (current && wide.matches) keepInView(nav, current)
  }
  const inUpperQuarter = watch(headings, { rootMargin: UPPER_QUARTER, onChange: mark, signal })
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
      // Heading ids are letters, digits and hyphens, so decoding cannot fail.
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      return heading ? [[heading, link]] : []
    })
  )
}

interface WatchOptions {
  rootMargin: string
  onChange: () => void
  /** Stops the observer. */
  signal: AbortSignal
}

/** A live set of those elements that are in view. */
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

/** Scrolls only the contents, not the page. */
function keepInView(nav: HTMLElement, link: HTMLElement): void {
  const { top, bottom } = nav.getBoundingClientRect()
  const place = link.getBoundingClientRect()
  if (place.top < top) nav.scrollTop += place.top - top
  if (place.bottom > bottom) nav.scrollTop += place.bottom - bottom
}

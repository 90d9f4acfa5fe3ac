/** Where a section counts as the one that is read: once its heading is in the upper quarter. */
const upperQuarter = '1000000px 0px -75% 0px'
const wide = matchMedia('(min-width: 64rem)')

/** Marks the section that is read in the page's contents, and makes them a drawer where room is scarce. */
export function followContents(): void {
  const nav = document.querySelector<HTMLElement>('.page-contents')
  const drawer = nav?.querySelector('details')
  if (!nav || !drawer) return
  const fold = () => (drawer.open = wide.matches)
  fold()
  wide.addEventListener('change', fold)
  closeByItself(nav, drawer)
  markCurrent(nav)
}

function closeByItself(nav: HTMLElement, drawer: HTMLDetailsElement): void {
  const isDrawer = () => drawer.open && !wide.matches
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isDrawer()) return
    drawer.open = false
    drawer.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !isDrawer()) return
    if (!nav.contains(target) || target.closest('a')) drawer.open = false
  })
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof Node && !nav.contains(relatedTarget)
    if (isOutside && isDrawer()) drawer.open = false
  })
}

function markCurrent(nav: HTMLElement): void {
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
  const reached = watch(headings, { rootMargin: upperQuarter, onChange: mark })
  const visible = watch(headings, { rootMargin: '0px', onChange: mark })
  const end = watch(document.querySelectorAll('.site-footer'), {
    rootMargin: '0px',
    onChange: mark
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

/** Those of the elements that are in view at the moment, kept up to date. */
function watch(
  elements: Iterable<Element>,
  { rootMargin, onChange }: { rootMargin: string; onChange: () => void }
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

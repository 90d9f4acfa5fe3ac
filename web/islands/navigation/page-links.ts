/** Addresses that answer programs, or with files; the browser knows what to do with them. */
const noPage = /^\/(api|image|healthz|readyz|metrics|_[^/]*)(\/|$)/
/** The endings of our own files, of pages as Markdown among them; a tag may have a dot in its name. */
const fileEnding = /\.(md|xml|txt|db|json|webmanifest|ico|png|jpe?g|gif|webp|avif|svg|pdf|zip)$/i

/** Whether what stands at an address of this site is a page of it. */
export function isPageAddress({ origin, pathname }: URL | HTMLAnchorElement): boolean {
  return origin === location.origin && !noPage.test(pathname) && !fileEnding.test(pathname)
}

/**
 * Whether a link leads to a page that may take the place of this one. Not one that opens elsewhere
 * or saves, that changes a collection in place, or that leads to another part of this page.
 */
export function leadsToPage(link: HTMLAnchorElement): boolean {
  const { target, href, dataset } = link
  if ((target !== '' && target !== '_self') || link.hasAttribute('download')) return false
  if (dataset['viewLink'] !== undefined || !isPageAddress(link)) return false
  const isHere = link.pathname === location.pathname && link.search === location.search
  return !(isHere && href.includes('#'))
}

/** The link that an event happened on, when it leads to a page. */
export function pageLinkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null
  return link instanceof HTMLAnchorElement && leadsToPage(link) ? link : undefined
}

/** Whether a click follows a link here: not one that opens another tab, or that has been taken. */
export function isPlainClick(event: MouseEvent): boolean {
  const hasKey = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return event.button === 0 && !hasKey && !event.defaultPrevented
}

import { otherPaths } from '../../../site/addresses/reserved-paths.ts'
import { basePath } from '../base-path.ts'

/** Whether an address is a page of this site; all others are left to the browser. */
export function isPageAddress({ origin, pathname }: URL | HTMLAnchorElement): boolean {
  if (origin !== location.origin || !pathname.startsWith(`${basePath}/`)) return false
  return !otherPaths.test(pathname.slice(basePath.length))
}

/**
 * Whether the target of a link is a page that can replace the current one. False for links that
 * open elsewhere or download, that update a collection in place, or that lead to another part of
 * this page.
 */
export function leadsToPage(link: HTMLAnchorElement): boolean {
  const { target, href, dataset } = link
  if ((target !== '' && target !== '_self') || link.hasAttribute('download')) return false
  if (dataset['viewLink'] !== undefined || !isPageAddress(link)) return false
  const isHere = link.pathname === location.pathname && link.search === location.search
  return !(isHere && href.includes('#'))
}

/** The link to a page that contains the event's target, if any. */
export function pageLinkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null
  return link instanceof HTMLAnchorElement && leadsToPage(link) ? link : undefined
}

/** Whether a click follows a link in this tab and is not handled already. */
export function isPlainClick(event: MouseEvent): boolean {
  const hasKey = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return event.button === 0 && !hasKey && !event.defaultPrevented
}

import { isFolder } from '../../navigation/page-address.ts'

/**
 * The path of the page that a path shows. In a folder, each view of a page and each part of it has a path
 * of its own (`static/addresses/static-path.ts`).
 */
export function pathOfPage(path: string): string {
  return isFolder ? path.replace(/(?:_view\/[^/]+\/)?(?:_from\/\d+\/)?$/, '') : path
}

/**
 * Makes the heads of tables links that sort. In the HTML they have no address, because a folder of files
 * has no sorted tables.
 */
export function linkHeads(root: ParentNode): void {
  for (const section of root.querySelectorAll<HTMLElement>('[data-rows]')) {
    const { view } = section.dataset
    for (const head of section.querySelectorAll<HTMLAnchorElement>('thead a[data-view-link]')) {
      const sort = wordOfHead(head)
      const parameters = new URLSearchParams(view === undefined ? { sort } : { v: view, sort })
      head.href = `?${parameters}#${section.id}`
    }
  }
}

/** What addresses call the property of a column. */
export function wordOfHead(head: HTMLElement): string {
  return head.dataset['viewLink']?.slice('sort '.length) ?? ''
}

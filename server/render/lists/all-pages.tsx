import { messagesFor } from '../../../site/locales/messages-for.ts'
import { PAGES_IN_PART, withinList } from '../../../site/pages/list-parts.ts'
import { sortByTitle } from '../../../site/pages/sort-by-title.ts'
import { coveringRules } from '../../../site/spoilers/spoiler-rule.ts'
import { AllPagesPage, type LetterGroup } from '../../../web/pages/lists/AllPagesPage.tsx'
import { perPublication } from '../../publication/per-publication.ts'
import { orderedPages } from '../../publication/site-index.ts'
import type { RenderContext } from '../site-shell.ts'
import { listShell } from './list-shell.ts'
import { renderDocument } from '../document/render-document.ts'

/** The HTML of `/all-pages`: the pages of the site by title. */
export function renderAllPages(context: RenderContext, from: number): string {
  const { sorted, heads } = sortedPages(context.site)
  const range = { size: PAGES_IN_PART, total: sorted.length }
  const start = partStart(withinList(from, range))
  const groups = new Map<string, LetterGroup>()
  for (const { head, page } of sorted.slice(start, start + PAGES_IN_PART)) {
    const group = groups.get(head) ?? { head, pages: [] }
    group.pages.push(page)
    groups.set(head, group)
  }
  const letters = [...heads].map(([name, index]) => ({ name, from: partStart(index) }))
  return renderDocument(
    <AllPagesPage
      shell={listShell(context, '/all-pages')}
      groups={[...groups.values()]}
      heads={letters}
      part={{ from: start, ...range }}
    />
  )
}

/** Cached: sorting tens of thousands of titles takes a while. */
const sortedPages = perPublication((site) => {
  const { spoiler: labelOf } = messagesFor(site.config)
  const isCovering = coveringRules(site.config) !== undefined
  // The place of a covered page tells nothing about its name.
  const shown = orderedPages(site).map((page) =>
    isCovering && page.spoiler !== null
      ? { page, title: labelOf(page.spoiler) }
      : { page, title: page.title }
  )
  const sorted = sortByTitle(shown, site.config.language).map(({ head, page: { page } }) => ({
    head,
    page
  }))
  const heads = new Map<string, number>()
  for (const [index, { head }] of sorted.entries()) if (!heads.has(head)) heads.set(head, index)
  return { sorted, heads }
})

/** Parts begin at multiples of their size, so that a letter links to the part that it begins in. */
function partStart(index: number): number {
  return Math.floor(index / PAGES_IN_PART) * PAGES_IN_PART
}

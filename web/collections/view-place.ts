import type { Block } from 'notion-types'

import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { type ViewQuery, defaultView } from '../../site/addresses/page-query.ts'
import { type AddressWords, wordParameters } from '../../site/pages/view-words.ts'
import type { PageContext } from '../blocks/context/page-context.ts'

/** The place of a view on its page: its block and the current queries. */
export interface ViewPlace {
  /** Element id of the collection's section. */
  anchor: string
  /** Query of the shown view. */
  query: ViewQuery
  /** Queries of other collections on the page, which links preserve. */
  others: ViewQuery[]
  /** What the address calls views and properties. */
  words: AddressWords
  /** What sorts and filters the rows: `none` for a page of a folder that has only a part of them. */
  sorter: 'server' | 'browser' | 'none'
}

export function viewPlace(
  { page }: PageContext,
  options: { block: Block; viewIds: string[]; viewId: string; sorter: ViewPlace['sorter'] }
): ViewPlace {
  const { block, viewIds, viewId, sorter } = options
  const { words } = page
  const { views } = page.query
  return {
    anchor: undashId(block.id),
    query: views.find((view) => view.viewId === viewId) ?? defaultView(viewId),
    others: views.filter((view) => !viewIds.includes(view.viewId)),
    words,
    sorter
  }
}

/** The address of this page with a changed query for one collection. */
export function viewHref(place: Omit<ViewPlace, 'sorter'>, change: Partial<ViewQuery>): string {
  const { anchor, query, others, words } = place
  const changed = { ...query, ...change }
  const parameters = wordParameters([...others, changed], words)
  // Without a parameter, the link would keep those of the current address.
  const name = words.get(changed.viewId)?.view ?? undashId(changed.viewId)
  const shown = parameters.length > 0 ? parameters : [['v', name]]
  return `?${String(new URLSearchParams(shown))}#${anchor}`
}

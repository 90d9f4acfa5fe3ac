import type { Block } from 'notion-types'

import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { type ViewQuery, queryParameters, defaultView } from '../../site/addresses/page-query.ts'
import type { PageContext } from '../blocks/context/page-context.ts'

/** The place of a view on its page: its block and the current queries. */
export interface ViewPlace {
  /** Element id of the collection's section. */
  anchor: string
  /** Query of the shown view. */
  query: ViewQuery
  /** Queries of other collections on the page, which links preserve. */
  others: ViewQuery[]
}

export function viewPlace(
  { page }: PageContext,
  options: { block: Block; viewIds: string[]; viewId: string }
): ViewPlace {
  const { block, viewIds, viewId } = options
  const { views } = page.query
  return {
    anchor: undashId(block.id),
    query: views.find((view) => view.viewId === viewId) ?? defaultView(viewId),
    others: views.filter((view) => !viewIds.includes(view.viewId))
  }
}

/** The address of this page with a changed query for one collection. */
export function viewHref({ anchor, query, others }: ViewPlace, change: Partial<ViewQuery>): string {
  const changed = { ...query, ...change }
  return `?${String(new URLSearchParams(queryParameters([...others, changed])))}#${anchor}`
}

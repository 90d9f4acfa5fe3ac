import type { Block } from 'notion-types'

import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { type ViewQuery, queryParameters, defaultView } from '../../site/addresses/page-query.ts'
import type { PageContext } from '../blocks/context/page-context.ts'

/** Where a view stands: its block, the views beside it, and what the visitor asks of the page. */
export interface ViewPlace {
  /** The id of the section on the page. */
  anchor: string
  /** What is asked of the view that is shown. */
  query: ViewQuery
  /** What is asked of other collections on the page, which links keep. */
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
    query: views.find((asked) => asked.viewId === viewId) ?? defaultView(viewId),
    others: views.filter((asked) => !viewIds.includes(asked.viewId))
  }
}

/** The address of this page with one of its collections shown in another way. */
export function viewHref({ anchor, query, others }: ViewPlace, change: Partial<ViewQuery>): string {
  const asked = { ...query, ...change }
  return `?${String(new URLSearchParams(queryParameters([...others, asked])))}#${anchor}`
}

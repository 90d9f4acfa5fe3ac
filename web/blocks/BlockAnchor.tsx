import { undashId } from '../../site/page-id.ts'
import { type PageContext, usePage } from './page-context.ts'

/**
 * Where a link to a block leads; nothing for a block that none leads to, since ids are the one part
 * of a page that no compression makes smaller. Headings have their own.
 */
export function BlockAnchor({ id }: { id: string }) {
  const context = usePage()
  if (!context.linkedBlocks.has(id)) return null
  return <span id={placeId(context, undashId(id))} className="block-anchor" />
}

/** An id for an element, or undefined where the page has it already: a synced block may show twice. */
export function placeId(context: PageContext, id: string): string | undefined {
  if (context.placedIds.has(id)) return undefined
  context.placedIds.add(id)
  return id
}

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { type PageContext, usePage } from '../context/page-context.ts'

/**
 * Where a link to a block leads; nothing for a block that none leads to, since ids are the one part
 * of a page that no compression makes smaller. Headings have their own.
 */
export function BlockAnchor({ id }: { id: string }) {
  const anchor = linkedId(usePage(), id)
  return anchor === undefined ? null : <span id={anchor} className="block-anchor" />
}

/** The id of a block's element, or undefined where no link leads to it. */
export function linkedId(context: PageContext, id: string): string | undefined {
  return context.linkedBlocks.has(id) ? placeId(context, undashId(id)) : undefined
}

/** An id for an element, or undefined where the page has it already: a synced block may show twice. */
export function placeId(context: PageContext, id: string): string | undefined {
  if (context.placedIds.has(id)) return undefined
  context.placedIds.add(id)
  return id
}

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { type PageContext, usePage } from '../context/page-context.ts'
import { notion } from '../vocabulary.ts'

const target = `block-anchor ${notion.link.target}`

/**
 * The target of links to a block. Renders nothing if no link leads to the block, since ids are the
 * one part of a page that does not compress. Headings have their own anchor.
 */
export function BlockAnchor({ id }: { id: string }) {
  const anchor = linkedId(usePage(), id)
  return anchor === undefined ? null : <span id={anchor} className={target} />
}

/** The element id of a block, or undefined if no link leads to it. */
export function linkedId(context: PageContext, id: string): string | undefined {
  return context.linkedBlocks.has(id) ? placeId(context, undashId(id)) : undefined
}

/** Reserves an element id; undefined if it is taken, since a synced block may be shown twice. */
export function placeId(context: PageContext, id: string): string | undefined {
  if (context.placedIds.has(id)) return undefined
  context.placedIds.add(id)
  return id
}

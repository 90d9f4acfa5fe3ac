import type { Block } from 'notion-types'

/** The fields of a block that determine its visible children and its cost. */
export type TreeBlock = Pick<Block, 'type' | 'content' | 'format' | 'properties'>

/** Rendered as links: their content belongs to other pages. */
const links = new Set<string>(['page', 'collection_view_page'])

/** The child ids of a block. A synced reference has the original first, then its own children. */
export function contentOf(
  blocks: ReadonlyMap<string, TreeBlock>,
  id: string,
  rootId?: string
): string[] {
  const block = blocks.get(id)
  if (!block || (links.has(block.type) && id !== rootId)) return []
  const own: unknown = block.content
  const original = originalOf(blocks, block)
  if (original === undefined && !Array.isArray(own)) return []
  const content = [original ?? [], Array.isArray(own) ? own : []].flat() as string[]
  return [...new Set(content)].filter((child) => blocks.has(child))
}

/**
 * The original of a synced reference; undefined if it is missing or the block is of another type.
 */
export function originalOf(
  blocks: ReadonlyMap<string, TreeBlock>,
  block: TreeBlock
): string | undefined {
  if (block.type !== 'transclusion_reference') return undefined
  const original: unknown = block.format?.transclusion_reference_pointer?.id
  return typeof original === 'string' && blocks.has(original) ? original : undefined
}

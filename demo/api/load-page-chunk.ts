import type { Block, Decoration } from 'notion-types'

import { markArguments } from './property-value.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

/** Which records one chunk of a page holds, and where the next one goes on. */
export interface PageChunk {
  blocks: Block[]
  collectionIds: string[]
  viewIds: string[]
  /** Who wrote the blocks and whom their text names. */
  userIds: string[]
  /** Opaque to callers: sent back unchanged with the next chunk's request, empty at the end. */
  stack: unknown[]
}

/** Which part of which page is asked for, and what the reader may not read. */
export interface ChunkQuestion {
  pageId: string
  limit: number
  stack: unknown[]
  privateIds: Set<string>
}

/**
 * The blocks of a page from `offset` on, depth first, at most `limit`: the page itself, what it
 * holds, what its synced blocks show; sub-pages are listed and not entered. Its ancestors, and the
 * collections and views of all of them, come with each chunk. A private block is listed, so that it
 * can be answered for, and nothing is told of what it holds.
 */
export function loadPageChunk(workspace: WorkspaceFile, question: ChunkQuestion): PageChunk {
  const { pageId, limit, stack, privateIds } = question
  const offset = readOffset(stack)
  const ordered = pageBlocks(workspace, question)
  const blocks = [...ordered.slice(offset, offset + limit), ...ancestors(workspace, pageId)]
  const readable = blocks.filter((block) => !privateIds.has(block.id))
  const isLast = offset + limit >= ordered.length
  return {
    blocks,
    collectionIds: readable.flatMap(collectionIds),
    viewIds: readable.flatMap((block) => ('view_ids' in block ? (block.view_ids ?? []) : [])),
    userIds: [...new Set(readable.flatMap(userIds))],
    stack: isLast ? [] : [[{ table: 'block', id: pageId, index: offset + limit }]]
  }
}

function readOffset(stack: unknown[]): number {
  const [first] = stack as [{ index?: number }[]?]
  return first?.[0]?.index ?? 0
}

function pageBlocks(
  workspace: WorkspaceFile,
  { pageId, privateIds }: Pick<ChunkQuestion, 'pageId' | 'privateIds'>
): Block[] {
  const ordered: Block[] = []
  const seen = new Set<string>()
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const block = workspace.block[id]
    if (!block || seen.has(id)) continue
    seen.add(id)
    ordered.push(block)
    if (privateIds.has(id)) continue
    const original: unknown = block.format?.transclusion_reference_pointer?.id
    const below = [...(block.content ?? []), ...(typeof original === 'string' ? [original] : [])]
    if (id === pageId || !isPage(block)) stack.push(...below.toReversed())
  }
  return ordered
}

function isPage(block: Block): boolean {
  return block.type === 'page' || block.type === 'collection_view_page'
}

/** The blocks above a page, nearest first; through the collection for a row. */
function ancestors(workspace: WorkspaceFile, pageId: string): Block[] {
  const above: Block[] = []
  let block = workspace.block[pageId]
  while (block) {
    const home: { parent_id: string } | undefined = workspace.collection[block.parent_id]
    block = workspace.block[home?.parent_id ?? block.parent_id]
    if (!block || above.includes(block)) break
    above.push(block)
  }
  return above
}

function collectionIds(block: Block): string[] {
  const own = 'collection_id' in block ? block.collection_id : undefined
  const pointed: unknown = block.format?.collection_pointer?.id
  const home = block.parent_table === 'collection' ? block.parent_id : undefined
  return [own, pointed, home].filter((id): id is string => typeof id === 'string')
}

function userIds(block: Block): string[] {
  const values = Object.values((block.properties ?? {}) as Record<string, Decoration[]>)
  const named = values.flatMap((value) => markArguments(value, 'u'))
  return [block.created_by_id, block.last_edited_by_id, ...named]
}

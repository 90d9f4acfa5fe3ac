import type { Block, Decoration } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import { markArguments } from './property-value.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

/** The records of one chunk of a page, and the cursor of the next one. */
export interface PageChunk {
  blocks: Block[]
  collectionIds: string[]
  viewIds: string[]
  /** Authors of the blocks, and users mentioned in their text. */
  userIds: string[]
  /** Opaque to callers: sent back with the next chunk's request, empty at the end. */
  stack: unknown[]
}

/** A chunk request, with the records that the caller may not read. */
export interface ChunkInput {
  pageId: string
  limit: number
  stack: unknown[]
  privateIds: Set<string>
}

/**
 * The blocks of a page from the cursor's offset, depth first, at most `limit`: the page itself, its
 * content and the originals of its synced blocks. Sub-pages are listed but not entered. Each chunk
 * includes the page's ancestors, and the collections and views of all its blocks. A private block
 * is listed without its content.
 */
export function loadPageChunk(workspace: WorkspaceFile, input: ChunkInput): PageChunk {
  const { pageId, limit, stack, privateIds } = input
  const offset = readOffset(stack)
  const ordered = pageBlocks(workspace, input)
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
  { pageId, privateIds }: Pick<ChunkInput, 'pageId' | 'privateIds'>
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
    const children = [...(block.content ?? []), ...(typeof original === 'string' ? [original] : [])]
    if (id === pageId || !isPage(block)) stack.push(...children.toReversed())
  }
  return ordered
}

/** The ancestors of a page, nearest first; a row's ancestors include its collection's page. */
function ancestors(workspace: WorkspaceFile, pageId: string): Block[] {
  const found: Block[] = []
  let block = workspace.block[pageId]
  while (block) {
    const home: { parent_id: string } | undefined = workspace.collection[block.parent_id]
    block = workspace.block[home?.parent_id ?? block.parent_id]
    if (!block || found.includes(block)) break
    found.push(block)
  }
  return found
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

import type { Block } from 'notion-types'

import { isTagType } from '../../site/addresses/tag-path.ts'
import { isPage, linkedBlockId } from '../../site/notion/blocks/block-references.ts'
import { isEditType, keys } from './change-keys.ts'
import type { ChangeKey } from './record-reads.ts'

/** A row before and after a write; undefined before an insert and after a delete. */
export interface RowChange<Row> {
  before: Row | undefined
  after: Row | undefined
}

/** The watched columns of `block`; see `watchedTables`. */
export interface BlockRow {
  id: string
  page_id: string | null
  parent_id: string
  parent_table: string
  type: string
  title: string
  raw: string
}

/** The columns of `property_value` that determine the keys. */
export interface ValueRow {
  page_id: string
  collection_id: string
  property_id: string
  type: string
  text: string | null
  target_id: string | null
}

/** The watched columns of `link`. */
export interface LinkRow {
  block_id: string
  position: number
  page_id: string | null
  target_page_id: string | null
  kind: string
  target_id: string | null
  url: string | null
}

/** Yields the keys that a changed block touches. */
export function* blockKeys({ before, after }: RowChange<BlockRow>): Generator<ChangeKey> {
  const rows = [before, after].filter((row) => row !== undefined)
  for (const { id, page_id: pageId, parent_id: parentId, raw } of rows) {
    yield keys.block(id)
    // A reader of blocks that are on no page notes the blocks.
    yield pageId === null ? keys.block(parentId) : keys.page(pageId)
    if (raw.includes('images.unsplash.com')) yield keys.publicPictures
  }
  if (!rows.some(isPage)) return
  const [old, now] = [before && partsOf(before), after && partsOf(after)]
  if (old?.link !== now?.link) for (const { id } of rows) yield keys.name(id)
  for (const { parent_table: table, parent_id: collectionId } of rows) {
    if (table !== 'collection') continue
    if (old?.row !== now?.row) yield keys.rows(collectionId)
    if (old?.edit !== now?.edit) yield keys.edited(collectionId)
  }
}

/** The parts of a page's record that different places show, as JSON. */
interface PageParts {
  /** What a link shows. */
  link: string
  /** What a view of its collection shows. */
  row: string
  edit: string
}

function partsOf({ raw, type, parent_id, parent_table, title }: BlockRow): PageParts {
  const {
    version: _,
    last_edited_time: time,
    last_edited_by_id: by,
    last_edited_by_table: __,
    // Only cards with the first image of the page show content; their readers note the page.
    content: ___,
    properties,
    ...record
  } = JSON.parse(raw) as Block
  const link = [record, properties?.title, title, type, parent_id, parent_table]
  return {
    link: JSON.stringify(link),
    row: JSON.stringify([link, properties]),
    edit: JSON.stringify([time, by])
  }
}

/** Yields the keys that a changed property value touches. */
export function* valueKeys({ before, after }: RowChange<ValueRow>): Generator<ChangeKey> {
  for (const row of [before, after]) {
    if (!row) continue
    yield keys.page(row.page_id)
    yield isEditType(row.type) ? keys.edited(row.collection_id) : keys.rows(row.collection_id)
    yield* membershipKeys(row)
  }
}

/** Yields the keys of the lists that contain a row because of one of its values. */
export function* membershipKeys(row: ValueRow): Generator<ChangeKey> {
  const { type, text, target_id: targetId, collection_id, property_id } = row
  if (isTagType(type)) {
    yield keys.tags
    yield keys.tag(collection_id, property_id, (text ?? '').trim())
  }
  if (type === 'relation' && targetId !== null) yield keys.backlinks(targetId)
}

/**
 * Yields the keys that a changed link touches. `pageOf` returns the page of a block: the fragment of an
 * address may name a block of another page than its path.
 */
export function* linkKeys(
  { before, after }: RowChange<LinkRow>,
  pageOf: (blockId: string) => string | undefined
): Generator<ChangeKey> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  for (const row of [before, after]) {
    if (!row) continue
    const { page_id: pageId, target_page_id: targetPageId, target_id: targetId, url } = row
    if (pageId) yield keys.page(pageId)
    if (targetPageId) yield keys.backlinks(targetPageId)
    const blockId = url === null ? undefined : linkedBlockId(url)
    if (blockId !== undefined || targetId !== targetPageId) yield keys.anchors
    const owner = blockId === undefined ? undefined : pageOf(blockId)
    if (owner !== undefined) yield keys.backlinks(owner)
  }
}

/** Returns a function that makes the keys of a changed record; a new version alone touches none. */
export function recordKeys<Row extends { raw: string }>(
  keysOf: (row: { id: string; raw: string }) => ChangeKey[]
): (change: RowChange<Row & { id: string }>) => ChangeKey[] {
  return ({ before, after }) => {
    const rows = [before, after].filter((row) => row !== undefined)
    const isSame = rows.length === 2 && new Set(rows.map(unversioned)).size === 1
    return isSame ? [] : rows.flatMap(keysOf)
  }
}

function unversioned(row: { raw: string }): string {
  const { version: _, ...record } = JSON.parse(row.raw) as { version: number }
  return JSON.stringify({ ...row, raw: record })
}

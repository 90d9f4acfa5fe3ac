import type { Block, Collection, CollectionView, User } from 'notion-types'

/** Tables of the workspace that a walk reads, with the type of their records. */
export interface RecordTypes {
  block: Block
  collection: Collection
  collection_view: CollectionView
  notion_user: User
}

export type RecordTable = keyof RecordTypes

/** Identifies a record among those of all tables. */
export interface RecordId {
  table: RecordTable
  id: string
}

export interface FoundRecord extends RecordId {
  /** The page through which it was found. */
  pageId: string
}

/** Both parts of a `RecordId`, as one text. */
export function recordKey(table: RecordTable, id: string): string {
  return `${table} ${id}`
}

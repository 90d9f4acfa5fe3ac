import type { Block, Collection, CollectionView, User } from 'notion-types'

/** The tables that a walk reads, with Notion's names. */
export interface RecordTypes {
  block: Block
  collection: Collection
  collection_view: CollectionView
  notion_user: User
}

export type RecordTable = keyof RecordTypes

/** A key for a record of any table. */
export function recordKey(name: RecordTable, id: string): string {
  return `${name} ${id}`
}

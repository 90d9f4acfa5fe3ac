import type { Decoration } from 'notion-types'

import type { PropertyInput, PropertyValue } from './property-input.ts'
import type { ViewInput } from './view-input.ts'

/** A block without its record fields: type, text and children, but no id, parent or times. */
export interface BlockNode {
  type: string
  /** Fixed id of the record. Default: derived from the block's position in its page. */
  id?: string
  properties?: Record<string, Decoration[]>
  format?: Record<string, unknown>
  content?: BlockNode[]
  /** Pages only: prefix of the keys of sub-pages. */
  pageKey?: string
  /** Collection views only. */
  collection?: { input: CollectionInput; views: ViewInput[]; isOwner: boolean }
  /** Pointers to other records by id; the space id is added when the workspace is built. */
  pointers?: Record<string, { id: string; table: 'block' | 'collection' }>
}

/** Content of a page: blocks, and lists of blocks from builders such as `bullets`. */
export type Content = (BlockNode | BlockNode[])[]

export interface RowInput {
  title: string
  properties: Record<string, PropertyValue>
  block: BlockNode
}

export interface CollectionInput {
  /** Prefix of the keys of its rows: the row `Ember` of `items` is the page `items/Ember`. */
  key: string
  name: string
  icon?: string
  description?: string
  /** Name of the title column. Default `Name`. */
  titleName?: string
  schema: Record<string, PropertyInput>
  rows: RowInput[]
  views: ViewInput[]
}

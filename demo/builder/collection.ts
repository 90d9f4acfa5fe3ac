import { pageFormat } from './blocks.ts'
import type { BlockNode, Content, PageOptions } from './blocks.ts'
import type { PropertyInput, PropertyValue } from './property-input.ts'
import { collectionId } from './record-ids.ts'

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

/** Notion's view types. */
type ViewType =
  | 'table'
  | 'gallery'
  | 'list'
  | 'board'
  | 'calendar'
  | 'timeline'
  | 'chart'
  | 'map'
  | 'feed'
  | 'form'
  | 'form_editor'
  | 'dashboard'

export interface ViewInput {
  type: ViewType
  name: string
  /** Names of the visible properties, in order. */
  show: string[]
  sort?: [property: string, direction: 'ascending' | 'descending'][]
  filter?: FilterGroup
  /** A select or status property; required for a board. */
  groupBy?: string
  /** Board only: sub-groups the rows of each column. */
  subgroupBy?: string
  /** Calendar or timeline only: the date that places the rows. */
  dateBy?: string
  /** Chart only: the property whose values are counted. */
  chartBy?: string
  /** Chart by a date only: the length of one bar. */
  chartUnit?: 'day' | 'week' | 'month' | 'year'
  /** Table only: aggregations by property, such as `sum`, `average` or `count`. */
  aggregate?: Record<string, string>
  coverSize?: 'small' | 'medium' | 'large'
  /** Table only: whether long values wrap. Default true. */
  isWrapped?: boolean
  /** Picture of a card: the page's cover, its first image, or a file property. */
  cover?: 'page_cover' | 'page_content_first' | { property: string }
}

export interface FilterRule {
  property: string
  operator: string
  value?: unknown
}

export interface FilterGroup {
  operator: 'and' | 'or'
  filters: (FilterRule | FilterGroup)[]
}

/** A filter for rows that match all rules. */
export const all = (...filters: FilterGroup['filters']): FilterGroup => ({
  operator: 'and',
  filters
})

/** A filter for rows that match at least one rule. */
export const any = (...filters: FilterGroup['filters']): FilterGroup => ({
  operator: 'or',
  filters
})

/** A filter rule with a Notion operator: `where('Grade', 'enum_is', 'Ember')`. */
export const where = (property: string, operator: string, value?: unknown): FilterRule => ({
  property,
  operator,
  ...(value !== undefined && { value })
})

/** A collection; `collectionPage` adds it to the tree, `linkedViews` shows it elsewhere. */
export function collection(input: CollectionInput): CollectionInput {
  return input
}

/** A row: a page with properties. */
export function row(
  title: string,
  options: PageOptions & { properties: Record<string, PropertyValue> },
  content: Content
): RowInput {
  const block: BlockNode = {
    type: 'page',
    ...(options.key === undefined ? {} : { pageKey: options.key }),
    format: pageFormat(options),
    content: content.flat()
  }
  return { title, properties: options.properties, block }
}

/** A database as a full page. Its page key is the collection's key. */
export function collectionPage(input: CollectionInput, options: PageOptions): BlockNode {
  return {
    type: 'collection_view_page',
    pageKey: input.key,
    format: pageFormat(options),
    collection: { input, views: input.views, isOwner: true },
    pointers: pointerTo(input)
  }
}

/** A database within a page, with all its views. */
export function inlineCollection(input: CollectionInput): BlockNode {
  return {
    type: 'collection_view',
    collection: { input, views: input.views, isOwner: true },
    pointers: pointerTo(input)
  }
}

/** Linked views of a collection that belongs to another block. */
export function linkedViews(input: CollectionInput, views: ViewInput[]): BlockNode {
  return {
    type: 'collection_view',
    collection: { input, views, isOwner: false },
    pointers: pointerTo(input)
  }
}

function pointerTo(input: CollectionInput): BlockNode['pointers'] {
  return { collection_pointer: { id: collectionId(input.key), table: 'collection' } }
}

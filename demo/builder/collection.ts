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
  /** Starts the keys of its rows: the row `Ember` of `items` is the page `items/Ember`. */
  key: string
  name: string
  icon?: string
  description?: string
  /** The title column's name. Default `Name`. */
  titleName?: string
  schema: Record<string, PropertyInput>
  rows: RowInput[]
  views: ViewInput[]
}

/** Kinds of views, as records name them. */
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
  /** A select or status property; a board needs one. */
  groupBy?: string
  /** Of a board: what the rows of each column are grouped by once more. */
  subgroupBy?: string
  /** Of a calendar or a timeline: the date that places its rows. */
  dateBy?: string
  /** Of a chart: the property whose values are counted. */
  chartBy?: string
  /** Of a chart by dates: how much of them makes one bar. */
  chartUnit?: 'day' | 'week' | 'month' | 'year'
  /** What a table tells of all its rows, by property: `sum`, `average`, `count` … */
  aggregate?: Record<string, string>
  coverSize?: 'small' | 'medium' | 'large'
  /** Whether long values of a table are wrapped. Default true. */
  isWrapped?: boolean
  /** What a card shows on top: the page's cover, its first picture, or a file property's name. */
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

/** Rows that satisfy all of the rules. */
export const all = (...filters: FilterGroup['filters']): FilterGroup => ({
  operator: 'and',
  filters
})

/** Rows that satisfy one of the rules or more. */
export const any = (...filters: FilterGroup['filters']): FilterGroup => ({
  operator: 'or',
  filters
})

/** One rule of a filter in Notion's words: `where('Grade', 'enum_is', 'Ember')`. */
export const where = (property: string, operator: string, value?: unknown): FilterRule => ({
  property,
  operator,
  ...(value !== undefined && { value })
})

/** A collection: `collectionPage` puts it into the tree, `linkedViews` shows it elsewhere too. */
export function collection(input: CollectionInput): CollectionInput {
  return input
}

/** A row: a page with typed properties. */
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

/** A full page that is the collection. Its page key is the collection's. */
export function collectionPage(input: CollectionInput, options: PageOptions): BlockNode {
  return {
    type: 'collection_view_page',
    pageKey: input.key,
    format: pageFormat(options),
    collection: { input, views: input.views, isOwner: true },
    pointers: pointerTo(input)
  }
}

/** The collection inside a page, with all of its views. */
export function inlineCollection(input: CollectionInput): BlockNode {
  return {
    type: 'collection_view',
    collection: { input, views: input.views, isOwner: true },
    pointers: pointerTo(input)
  }
}

/** Other views of a collection that lives elsewhere. */
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

import type { BlockNode, CollectionInput, Content, RowInput } from './block-node.ts'
import { type PageOptions, pageFormat } from './blocks.ts'
import type { PropertyValue } from './property-input.ts'
import { collectionId } from './record-ids.ts'
import type { FilterGroup, FilterRule, ViewInput } from './view-input.ts'

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

import type { Block, Collection, CollectionPropertySchema, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import type { SpoilerRules } from '../../site/config/config.ts'
import { type PageModel, valueKey } from '../../site/pages/page-model.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import { latestChapter } from '../../site/spoilers/chapter-order.ts'
import { readSchemas } from '../records/collection-schema.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { computedTypes } from '../records/property-values.ts'
import { spoiledValues } from './spoiled-values.ts'

interface ComputedRow {
  page_id: string
  property_id: string
  text: string | null
  number: number | null
  problem: string | null
}

/** Reads the rollups and formulas of all rows in a record map; runs no query if no schema has any. */
export function readComputedValues(
  mirror: Mirror,
  recordMap: ExtendedRecordMap,
  covering: SpoilerRules | undefined
): PageModel['values'] {
  const computed = computedProperties(recordMap)
  if (computed.size === 0) return {}
  const rowIds = Object.values(recordMap.block).flatMap((box) => {
    const block = getBlockValue<Block>(box)
    return block && computed.has(block.parent_id) ? [block.id] : []
  })
  if (rowIds.length === 0) return {}

  const propertyIds = [...new Set([...computed.values()].flat())]
  const rows = computedRows(mirror).all(JSON.stringify(rowIds), JSON.stringify(propertyIds))
  const values = byKey(rows)
  if (covering) markSpoiled(mirror, { rows, values, covering })
  return values
}

function markSpoiled(
  mirror: Mirror,
  {
    rows,
    values,
    covering
  }: { rows: ComputedRow[]; values: PageModel['values']; covering: SpoilerRules }
): void {
  const spoiled = spoiledValues(mirror)
  for (const { page_id: pageId, property_id: propertyId } of rows) {
    const chapter = latestChapter(spoiled(pageId, propertyId), covering)
    const value = values[valueKey(pageId, propertyId)]
    if (value && chapter !== undefined) value.spoiler = chapter
  }
}

const computedRows = ({ $client }: Mirror) =>
  $client.prepare<[string, string], ComputedRow>(
    `select page_id, property_id, text, number, problem
       from json_each(?) as row
       join property_value on page_id = row.value and is_computed = 1
        and property_id in (select value from json_each(?))
      order by page_id, property_id, position`
  )

function byKey(rows: ComputedRow[]): PageModel['values'] {
  const values: PageModel['values'] = {}
  for (const { page_id, property_id, text, number, problem } of rows) {
    const value = (values[valueKey(page_id, property_id)] ??= { items: [], problem })
    if (text !== null) value.items.push({ text, number })
  }
  return values
}

/** Returns the ids of computed properties by collection id, for collections that have any. */
function computedProperties(recordMap: ExtendedRecordMap): Map<string, string[]> {
  const ids = collectionsOf(recordMap).map(({ id, schema }): [string, string[]] => [
    id,
    // The schemas of a record map are normalized.
    Object.entries(schema).flatMap(([key, { type }]) => (computedTypes.has(type) ? [key] : []))
  ])
  return new Map(ids.filter(([, propertyIds]) => propertyIds.length > 0))
}

function collectionsOf(recordMap: ExtendedRecordMap): Collection[] {
  return Object.values(recordMap.collection).flatMap((box) => getBlockValue<Collection>(box) ?? [])
}

/**
 * Reads the schemas of the properties that rollups show, with their options and formats; they are in
 * the related collections' records. Keys are those of `valueKey`, with collection and rollup id.
 */
export function readRolledUp(mirror: Mirror, recordMap: ExtendedRecordMap): PageModel['rolledUp'] {
  return readRolledUpOf(mirror, collectionsOf(recordMap))
}

/** Like `readRolledUp`, for the rollups of these collections. */
export function readRolledUpOf(mirror: Mirror, collections: Collection[]): PageModel['rolledUp'] {
  const found: PageModel['rolledUp'] = {}
  for (const [collectionId, schema] of readSchemas(collections.filter(hasRollup))) {
    for (const { id, type, ...rollup } of schema.values()) {
      if (type !== 'rollup') continue
      const relation = schema.get(rollup.relation_property ?? '')
      const { target_property: targetId = 'title' } = rollup
      if (relation?.collection_id) noteRead(keys.collection(relation.collection_id))
      const property = schemaProperty(mirror).get(relation?.collection_id ?? '', targetId)
      if (property) found[valueKey(collectionId, id)] = parseSchema(targetId, property)
    }
  }
  return found
}

/** Most collections have none, and need not be parsed. */
function hasRollup({ schema }: Collection): boolean {
  // The types of notion-types have no rollups.
  const properties: { type?: unknown }[] = Object.values(schema ?? {})
  return properties.some(({ type }) => type === 'rollup')
}

function parseSchema(id: string, json: string): CollectionPropertySchema {
  const schema = normalizeSchema({ [id]: JSON.parse(json) as unknown })
  // The type of notion-types lists fewer property types.
  return schema[id] as unknown as CollectionPropertySchema
}

const schemaProperty = ({ $client }: Mirror) =>
  $client
    .prepare<[string, string], string>(
      `select property.value from collection, json_each(raw, '$.schema') as property
        where collection.id = ? and property.key = ? and property.type = 'object'`
    )
    .pluck()

import type { Block, Collection } from 'notion-types'

import { collectionIdOf, ids } from '../../site/notion/blocks/block-references.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import type { CollectionNames } from '../sql-views/collection-sql-names.ts'
import type { CollectionSchemas } from '../records/collection-schema.ts'
import { dateValuesOf } from '../records/date-values.ts'
import type { WalkResult } from '../records/walk-result.ts'
import { linksOf } from '../records/links.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import type { Yielder } from '../mirror/yielder.ts'
import { typedValues } from '../records/property-values.ts'
import {
  asset,
  block,
  collection,
  collectionProperty,
  dateValue,
  link,
  propertyValue,
  user
} from '../mirror/schema.ts'
import { type WriterOptions, tableWriter } from '../mirror/table-writer.ts'
import { writeViews } from './write-views.ts'

export type NameOf = (id: string) => string | undefined

/** Where the records of a harvest go. */
export interface RecordTarget {
  mirror: Mirror
  walkResult: WalkResult
  /** Titles of pages and names of users by id, for mentions in text. */
  names: Pick<Map<string, string>, 'get'>
  schemas: CollectionSchemas
  /** What the views of collections and their columns are called. */
  sqlNames: Map<string, CollectionNames>
  /** The time zone of the site. */
  timeZone: string
  yielder: Yielder
}

/**
 * Brings the tables of records to what a harvest holds, inside the caller's transaction, and
 * returns how many rows that changed. Each record is read once and held alone: a workspace need
 * not fit into memory.
 */
export async function writeRecords(target: RecordTarget): Promise<number> {
  const nameOf = (id: string) => target.names.get(id)
  return (
    (await writeBlocks(target, nameOf)) +
    writeCollections(target, nameOf) +
    // After the blocks: only rows that are part of the site count.
    (await writeViews(target)) +
    writeUsers(target) +
    writeAssets(target)
  )
}

async function writeBlocks(target: RecordTarget, nameOf: NameOf): Promise<number> {
  const { mirror, walkResult, yielder } = target
  const blocks = tableWriter(mirror, block, { derivedColumns: ['page_id'] })
  const writeDetails = detailWriter(target, nameOf)
  for (const record of walkResult.blocks()) {
    blocks.write({ ...blockRow(record, nameOf), raw: JSON.stringify(record) })
    writeDetails.write(record)
    await yielder.due()
  }
  return writeDetails.finish() + blocks.finish()
}

/** Writes what stands in a block: its dates, its links, and the values of a row's properties. */
function detailWriter(target: RecordTarget, nameOf: NameOf) {
  const { mirror } = target
  const dates = tableWriter(mirror, dateValue)
  const links = tableWriter(mirror, link, linkOptions)
  const values = tableWriter(mirror, propertyValue, valueOptions)
  const detailsOf = detailReader(target, nameOf)

  return {
    write(record: Block): void {
      const details = detailsOf(record)
      details.dates.forEach(dates.write)
      details.links.forEach(links.write)
      details.values.forEach(values.write)
    },
    // Values after all rows; those of properties that are gone leave before the properties do.
    finish: () => dates.finish() + links.finish() + values.finish()
  }
}

export const linkOptions: WriterOptions = { derivedColumns: ['page_id', 'target_page_id'] }
export const valueOptions: WriterOptions = { scope: 'is_computed = 0' }

/** A function that returns the rows of other tables that a block's record is made into. */
export function detailReader(
  { schemas, timeZone }: Pick<RecordTarget, 'schemas' | 'timeZone'>,
  nameOf: NameOf
) {
  const context = { nameOf, timeZone }
  return (record: Block) => {
    const schema = record.parent_table === 'collection' ? schemas.get(record.parent_id) : undefined
    const links = linksOf(record, (id) => schema?.get(id)?.type)
    return {
      dates: dateValuesOf(record, timeZone),
      links: links.map((each, position) => ({ block_id: record.id, position, ...each })),
      values: [...(schema?.values() ?? [])].flatMap((property) => {
        const { id, type } = property
        const key = { page_id: record.id, collection_id: record.parent_id, property_id: id, type }
        return typedValues(record, property, context).map((value, position) => ({
          ...key,
          position,
          ...value,
          is_computed: false
        }))
      })
    }
  }
}

function writeCollections(target: RecordTarget, nameOf: NameOf): number {
  const { mirror, walkResult, sqlNames } = target
  const collections = tableWriter(mirror, collection)
  const properties = tableWriter(mirror, collectionProperty)
  for (const record of walkResult.collections()) {
    const names = sqlNames.get(record.id)
    collections.write({
      ...collectionRow(record, nameOf),
      view_name: names?.view ?? '',
      raw: JSON.stringify(record)
    })
    for (const property of propertyRows(record)) {
      properties.write({ ...property, column_name: names?.columns.get(property.property_id) ?? '' })
    }
  }
  return properties.finish() + collections.finish()
}

function writeUsers({ mirror, walkResult }: RecordTarget): number {
  const users = tableWriter(mirror, user)
  for (const record of walkResult.users()) users.write(record)
  return users.finish()
}

/** Writes which files the mirror names. */
export function writeAssets({
  mirror,
  walkResult
}: Pick<RecordTarget, 'mirror' | 'walkResult'>): number {
  const assets = tableWriter(mirror, asset)
  for (const file of walkResult.assets) assets.write({ ...file, media_type: file.mediaType })
  return assets.finish()
}

/** The columns of a block beside its record. */
export function blockRow(record: Block, nameOf: NameOf) {
  return {
    id: record.id,
    type: record.type,
    title: plainText(record.properties?.title, nameOf),
    content: record.content ? JSON.stringify(record.content) : null,
    parent_id: record.parent_id,
    parent_table: record.parent_table,
    space_id: record.space_id ?? null,
    page_icon: text(record.format?.page_icon),
    collection_id: collectionIdOf(record) ?? null,
    view_ids: 'view_ids' in record ? JSON.stringify(ids(record.view_ids)) : null,
    version: record.version,
    created_time: record.created_time,
    last_edited_time: record.last_edited_time
  }
}

function collectionRow(record: Collection, nameOf: NameOf) {
  return {
    id: record.id,
    name: plainText(record.name, nameOf),
    icon: text(record.icon),
    parent_id: record.parent_id,
    version: record.version
  }
}

function propertyRows(record: Collection) {
  return Object.entries(normalizeSchema(record.schema)).map(([propertyId, property], position) => ({
    collection_id: record.id,
    property_id: propertyId,
    name: property.name,
    type: property.type,
    options: property.options ? JSON.stringify(property.options) : null,
    position
  }))
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

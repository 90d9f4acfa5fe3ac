import type { Hash } from 'node:crypto'

import type { Block, Collection } from 'notion-types'

import { collectionIdOf, ids } from '../site/block-references.ts'
import { plainText } from '../site/rich-text.ts'
import { soundSchema } from '../site/sound-schema.ts'
import type { CollectionNames } from './collection-names.ts'
import type { CollectionSchemas } from './collection-schema.ts'
import { dateValuesOf } from './date-values.ts'
import type { Harvest } from './harvest.ts'
import { linksOf } from './links.ts'
import type { Mirror } from './open-mirror.ts'
import type { Pauses } from './pauses.ts'
import { typedValues } from './property-values.ts'
import {
  asset,
  block,
  collection,
  collectionProperty,
  dateValue,
  link,
  propertyValue,
  user
} from './schema.ts'
import { tableWriter } from './table-writer.ts'
import { writeViews } from './write-views.ts'

type NameOf = (id: string) => string | undefined

/** Where the records of a harvest go: the tables, and the digest over all of them. */
export interface RecordTarget {
  mirror: Mirror
  harvest: Harvest
  /** Titles of pages and names of users by id, for mentions in text. */
  names: Map<string, string>
  schemas: CollectionSchemas
  /** What the views of collections and their columns are called. */
  sqlNames: Map<string, CollectionNames>
  /** The time zone of the site. */
  timeZone: string
  digest: Hash
  pauses: Pauses
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

/** A record as JSON; what is read is also what the digest is made of. */
export function digestedJson(digest: Hash, record: unknown): string {
  const raw = JSON.stringify(record)
  digest.update(raw).update('\n')
  return raw
}

async function writeBlocks(target: RecordTarget, nameOf: NameOf): Promise<number> {
  const { mirror, harvest, digest, pauses } = target
  const blocks = tableWriter(mirror, block, { derivedColumns: ['page_id'] })
  const writeDetails = detailWriter(target, nameOf)
  for (const record of harvest.blocks()) {
    blocks.write({ ...blockRow(record, nameOf), raw: digestedJson(digest, record) })
    writeDetails.write(record)
    await pauses.due()
  }
  return writeDetails.finish() + blocks.finish()
}

/** Writes what stands in a block: its dates, its links, and the values of a row's properties. */
function detailWriter(target: RecordTarget, nameOf: NameOf) {
  const { mirror, schemas, timeZone } = target
  const dates = tableWriter(mirror, dateValue)
  const links = tableWriter(mirror, link, { derivedColumns: ['page_id', 'target_page_id'] })
  const values = tableWriter(mirror, propertyValue, { scope: 'is_computed = 0' })
  const context = { nameOf, timeZone }

  return {
    write(record: Block): void {
      const schema =
        record.parent_table === 'collection' ? schemas.get(record.parent_id) : undefined
      for (const date of dateValuesOf(record, timeZone)) dates.write(date)
      for (const [position, each] of linksOf(record, (id) => schema?.get(id)?.type).entries()) {
        links.write({ block_id: record.id, position, ...each })
      }
      for (const property of schema?.values() ?? []) {
        const { id, type } = property
        const key = { page_id: record.id, collection_id: record.parent_id, property_id: id, type }
        for (const [position, value] of typedValues(record, property, context).entries()) {
          values.write({ ...key, position, ...value, is_computed: false })
        }
      }
    },
    // Values after all rows; those of properties that are gone leave before the properties do.
    finish: () => dates.finish() + links.finish() + values.finish()
  }
}

function writeCollections(target: RecordTarget, nameOf: NameOf): number {
  const { mirror, harvest, digest, sqlNames } = target
  const collections = tableWriter(mirror, collection)
  const properties = tableWriter(mirror, collectionProperty)
  for (const record of harvest.collections()) {
    const names = sqlNames.get(record.id)
    collections.write({
      ...collectionRow(record, nameOf),
      view_name: names?.view ?? '',
      raw: digestedJson(digest, record)
    })
    for (const property of propertyRows(record)) {
      properties.write({ ...property, column_name: names?.columns.get(property.property_id) ?? '' })
    }
  }
  return properties.finish() + collections.finish()
}

function writeUsers({ mirror, harvest, digest }: RecordTarget): number {
  const users = tableWriter(mirror, user)
  for (const record of harvest.users()) {
    digestedJson(digest, record)
    users.write(record)
  }
  return users.finish()
}

function writeAssets({ mirror, harvest, digest }: RecordTarget): number {
  const assets = tableWriter(mirror, asset)
  // Downloads end in any order.
  for (const file of harvest.assets.toSorted((a, b) => (a.source < b.source ? -1 : 1))) {
    digestedJson(digest, [file.source, file.hash, file.preview])
    assets.write({ ...file, media_type: file.mediaType })
  }
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
  return Object.entries(soundSchema(record.schema)).map(([propertyId, property], position) => ({
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

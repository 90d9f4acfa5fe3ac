import type { Hash } from 'node:crypto'

import type { Block, Collection } from 'notion-types'

import { collectionIdOf } from '../site/block-references.ts'
import { plainText } from '../site/rich-text.ts'
import { dateValuesOf } from './date-values.ts'
import type { Harvest } from './harvest.ts'
import type { Mirror } from './open-mirror.ts'
import type { Pauses } from './pauses.ts'
import { asset, block, collection, collectionProperty, dateValue, user } from './schema.ts'
import { tableWriter } from './table-writer.ts'
import { writeViews } from './write-views.ts'

type NameOf = (id: string) => string | undefined

/** Where the records of a harvest go: the tables, and the digest over all of them. */
export interface RecordTarget {
  mirror: Mirror
  harvest: Harvest
  /** Titles of pages and names of users by id, for mentions in text. */
  names: Map<string, string>
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
  const blocks = tableWriter(mirror, block, ['page_id'])
  const dates = tableWriter(mirror, dateValue)
  for (const record of harvest.blocks()) {
    blocks.write({ ...blockRow(record, nameOf), raw: digestedJson(digest, record) })
    for (const date of dateValuesOf(record)) dates.write(date)
    await pauses.due()
  }
  return dates.finish() + blocks.finish()
}

function writeCollections({ mirror, harvest, digest }: RecordTarget, nameOf: NameOf): number {
  const collections = tableWriter(mirror, collection)
  const properties = tableWriter(mirror, collectionProperty)
  for (const record of harvest.collections()) {
    collections.write({ ...collectionRow(record, nameOf), raw: digestedJson(digest, record) })
    for (const property of propertyRows(record)) properties.write(property)
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

function blockRow(record: Block, nameOf: NameOf) {
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
    view_ids: 'view_ids' in record ? JSON.stringify(record.view_ids ?? []) : null,
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
  return Object.entries(record.schema ?? {}).map(([propertyId, property], position) => ({
    collection_id: record.id,
    property_id: propertyId,
    // A property that was never named is known by its id.
    name: property.name ?? propertyId,
    type: property.type ?? 'text',
    options: property.options ? JSON.stringify(property.options) : null,
    position
  }))
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

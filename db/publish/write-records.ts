import type { Block, Collection } from 'notion-types'

import { collectionIdOf, ids } from '../../site/notion/blocks/block-references.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import { dateValuesOf } from '../records/date-values.ts'
import { linksOf } from '../records/block-links.ts'
import { typedValues } from '../records/property-values.ts'
import { asset, user } from '../schema/asset-tables.ts'
import { block, dateValue } from '../schema/block-tables.ts'
import { collection, collectionProperty, propertyValue } from '../schema/collection-tables.ts'
import { link } from '../schema/page-tables.ts'
import { type WriterOptions, tableWriter } from '../mirror/table-writer.ts'
import type { NameLookup, RecordTarget } from './record-target.ts'
import { writeViews } from './write-views.ts'

/**
 * Replaces the tables of records with a walk's result; returns the number of changed rows. Records
 * are read one at a time: a workspace need not fit into memory. Runs inside the caller's transaction.
 */
export async function writeRecords(target: RecordTarget): Promise<number> {
  const nameOf = (id: string) => target.names.get(id)
  return (
    (await writeBlocks(target, nameOf)) +
    writeCollections(target) +
    // After the blocks: views only contain rows that are stored as blocks.
    (await writeViews(target)) +
    writeUsers(target) +
    writeAssets(target)
  )
}

async function writeBlocks(target: RecordTarget, nameOf: NameLookup): Promise<number> {
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

/** Writes the dates, links and property values of blocks. */
function detailWriter(target: RecordTarget, nameOf: NameLookup) {
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
    // Runs before `writeCollections`: values of removed properties are deleted before the properties.
    finish: () => dates.finish() + links.finish() + values.finish()
  }
}

/** `resolveLinks` writes the source and target pages. */
export const linkOptions: WriterOptions = { derivedColumns: ['page_id', 'target_page_id'] }
/** `writeComputedValues` writes the computed values. */
export const valueOptions: WriterOptions = { scope: 'is_computed = 0' }

/** Returns a function that derives a block's rows of `date_value`, `link` and `property_value`. */
export function detailReader(
  { schemas, timeZone }: Pick<RecordTarget, 'schemas' | 'timeZone'>,
  nameOf: NameLookup
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

function writeCollections(target: RecordTarget): number {
  const { mirror, walkResult, sqlNames, namesInCollections } = target
  const nameOf = (id: string) => namesInCollections.get(id)
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

/** Replaces the table of files; returns the number of changed rows. */
export function writeAssets({
  mirror,
  walkResult
}: Pick<RecordTarget, 'mirror' | 'walkResult'>): number {
  const assets = tableWriter(mirror, asset)
  for (const file of walkResult.assets) assets.write({ ...file, media_type: file.mediaType })
  return assets.finish()
}

/** Returns the columns of a block except `raw` and `page_id`. */
export function blockRow(record: Block, nameOf: NameLookup) {
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

function collectionRow(record: Collection, nameOf: NameLookup) {
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

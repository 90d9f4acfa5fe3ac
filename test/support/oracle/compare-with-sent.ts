import type { Block, Collection } from 'notion-types'
import { expect } from 'vitest'

import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import {
  type WireValue,
  expectedCells,
  expectedDates,
  expectedValues,
  namesOf,
  propertiesOf
} from './expected-values.ts'
import { isObject } from './text.ts'

interface Sent {
  workspace: WorkspaceFile
  siteZone: string
}

/** Number of comparisons, so that a test can reject an empty comparison. */
export interface Compared {
  values: number
  dates: number
  cells: number
}

/**
 * Compares a workspace with its mirror: the properties in `raw`, the rows of `property_value` and
 * `date_value`, and the cells of the collections' views.
 */
export function compareWithSent(mirror: Mirror, sent: Sent): Compared {
  const compared = { values: 0, dates: 0, cells: 0 }
  for (const block of Object.values(sent.workspace.block)) {
    compareRaw(mirror, block)
    compared.dates += compareDates(mirror, block, sent.siteZone)
    const collection = sent.workspace.collection[block.parent_id]
    if (!collection || block.parent_table !== 'collection') continue
    const { values, cells } = compareRow(mirror, { ...sent, block, collection })
    compared.values += values
    compared.cells += cells
  }
  return compared
}

function compareRaw({ $client }: Mirror, block: Block): void {
  const raw = $client.prepare('select raw from block where id = ?').pluck().get(block.id)
  expect(raw, `block ${block.id} is in the mirror`).toBeTypeOf('string')
  const stored = JSON.parse(String(raw)) as Block
  expect(stored.properties, `raw of ${block.id}`).toEqual(published(block.properties))
}

/** The marks of comments and suggestions are removed. The text stays, unless it is only suggested. */
function published(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? mapValues(value) : value
  return value.filter((item) => !isMark(item, 'm', 'si', 'sr') && !isSuggested(item)).map(published)
}

function isMark(item: unknown, ...kinds: unknown[]): boolean {
  return Array.isArray(item) && kinds.includes(item[0]) && typeof item[1] === 'string'
}

function isSuggested(item: unknown): boolean {
  if (!Array.isArray(item) || !Array.isArray(item[1])) return false
  return item[1].some((mark) => isMark(mark, 'si'))
}

function mapValues(value: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, published(item)]))
}

function compareDates({ $client }: Mirror, block: Block, siteZone: string): number {
  const stored = $client
    .prepare(
      `select property_id, position, type, start_date, start_time, end_date, end_time, time_zone,
              start_at, end_at
         from date_value where block_id = ? order by property_id, position`
    )
    .all(block.id)
  const expected = Object.entries(block.properties ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([property_id, value]) =>
      expectedDates(value, siteZone).map((date, position) => ({ property_id, position, ...date }))
    )
  expect(stored, `dates of ${block.id}`).toEqual(expected)
  return expected.length
}

/** Compares the values of a row, and its row in the view of its collection. */
function compareRow(mirror: Mirror, row: Sent & { block: Block; collection: Collection }) {
  const { workspace, siteZone, block, collection } = row
  const nameOf = namesOf(workspace)
  const cells = readCells(mirror, block, collection)
  let values = 0
  for (const property of propertiesOf(collection)) {
    const { id, type } = property
    const properties: Record<string, unknown> = block.properties ?? {}
    const sent = Object.hasOwn(properties, id) ? properties[id] : undefined
    const expected = expectedValues({ ...property, block, sent, nameOf, siteZone })
    const where = `${type} of ${block.id}, sent as ${JSON.stringify(sent)?.slice(0, 500)}`
    expect(readValues(mirror, block.id, id), where).toEqual(expected)
    values += expected.length
    if (type === 'formula' || type === 'rollup') continue
    const shown = expectedCells(type, expected, expectedDates(sent, siteZone))
    expect(cells.get(id), `in the view, ${where}`).toEqual(shown)
  }
  return { values, cells: cells.size }
}

function readValues({ $client }: Mirror, pageId: string, propertyId: string): WireValue[] {
  const rows = $client
    .prepare<[string, string], Omit<WireValue, 'isOdd'> & { problem: string | null }>(
      `select text, number, target_id, url, problem from property_value
        where page_id = ? and property_id = ? and is_computed = 0 order by position`
    )
    .all(pageId, propertyId)
  return rows.map(({ problem, ...row }) => ({ ...row, isOdd: problem !== null }))
}

/** The row of the collection's view, by property id; a date has two cells. */
function readCells({ $client }: Mirror, row: Block, collection: Collection) {
  const view = $client
    .prepare<[string], string>('select view_name from collection where id = ?')
    .pluck()
    .get(collection.id)
  const viewRow = $client
    .prepare<[string], Record<string, string | number | null>>(
      `select * from "${view}" where page_id = ?`
    )
    .get(row.id)
  const columns = $client
    .prepare<[string], { property_id: string; type: string; column_name: string }>(
      'select property_id, type, column_name from collection_property where collection_id = ?'
    )
    .all(collection.id)
  return new Map(
    columns.map(({ property_id: id, type, column_name: name }) => {
      const names = type === 'date' ? [`${name}_start`, `${name}_end`] : [name]
      return [id, names.map((each) => viewRow?.[each])]
    })
  )
}

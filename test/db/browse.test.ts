import { beforeAll, describe, expect, test } from 'vitest'

import { type BrowsableTable, readBrowsableTables } from '../../db/describe/browsable-tables.ts'
import { BrowseError } from '../../db/describe/browse-error.ts'
import { readCursor, writeCursor } from '../../db/describe/rows/cursor.ts'
import { readFacets } from '../../db/describe/rows/read-facets.ts'
import { readIdTargets } from '../../db/describe/rows/read-id-targets.ts'
import { readReferences } from '../../db/describe/rows/read-references.ts'
import { readRow } from '../../db/describe/rows/read-row.ts'
import { type RowsPage, readRows } from '../../db/describe/rows/read-rows.ts'
import type { RowsRequest } from '../../db/describe/rows/rows-request.ts'
import { rowsStatement } from '../../db/describe/rows/rows-statement.ts'
import { describeMirror } from '../../db/describe/describe-mirror.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import type { Filter } from '../../site/browse/data-query.ts'
import { isSweep } from '../support/run/sweep.ts'
import { syncedMirror } from '../support/sites/mirror-dir.ts'

let mirror: Mirror
let tables: Map<string, BrowsableTable>

// Synced once: these tests only read.
beforeAll(async () => {
  mirror = (await syncedMirror({ workspace: sampleWorkspace(), assets: sampleAssets })).mirror
  tables = readBrowsableTables(mirror)
})

function tableOf(name: string): BrowsableTable {
  const table = tables.get(name)
  if (!table) throw new Error(`no table ${name}`)
  return table
}

function readPage(name: string, request: RowsRequest, rows = 1000): RowsPage {
  return readRows(mirror, tableOf(name), { ...request, limits: { rows } })
}

/** The values of one column in the rows that match. */
function valuesOf(name: string, column: string, filters: Filter[]) {
  return readPage(name, { filters, columns: [column] }).rows.map(({ values }) => values[0])
}

/** All rows, read by pages. */
function readByPages(name: string, request: RowsRequest, size: number): unknown[][] {
  const rows: unknown[][] = []
  for (let cursor: string | undefined, pages = 0; ; pages++) {
    const page = readPage(name, { ...request, cursor }, size)
    rows.push(...page.rows.map(({ values }) => values))
    cursor = page.next
    if (cursor === undefined || pages > 100) return rows
  }
}

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof BrowseError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

test('all described tables and views can be browsed, except the full-text indexes', () => {
  const described = describeMirror(mirror).map(({ name }) => name)
  const indexes = new Set(['search_name', 'search_text'])
  expect([...tables.keys()]).toEqual(described.filter((name) => !indexes.has(name)))
})

/** More rows take seconds to be read in the order of each column. */
const MANY_ROWS = 1000

/** The columns to order a table by: all, or the first of each kind in a large one. */
function orderColumns({ columns }: BrowsableTable, total: number): string[] {
  const isFirst = ({ kind }: { kind: string }, index: number) =>
    columns.findIndex((each) => each.kind === kind) === index
  const isWhole = isSweep || total <= MANY_ROWS
  return (isWhole ? columns : columns.filter(isFirst)).map(({ name }) => name)
}

test('pages of rows neither repeat nor omit a row, in every order of every table', () => {
  for (const table of tables.values()) {
    const { name } = table
    const total = Number(mirror.$client.prepare(`select count(*) from "${name}"`).pluck().get())
    const orders = [undefined, ...orderColumns(table, total)]
    for (const column of orders) {
      const isDescending = orders.indexOf(column) % 2 === 1
      const request = column === undefined ? {} : { sort: { column, isDescending } }
      const whole = readPage(name, request, 100_000)
      expect([name, whole.rows.length, whole.next]).toEqual([name, total, undefined])
      const parts = readByPages(name, request, Math.ceil(total / 3) + 1)
      expect(parts, `${name} by ${column}`).toEqual(whole.rows.map(({ values }) => values))
    }
  }
})

test('rows that are equal in all columns are on as many pages as they fill', () => {
  const client = mirror.$client
  const table: BrowsableTable = { ...tableOf('backlinks'), name: 'equal_rows', key: [] }
  client.exec(`create temp view equal_rows as
    select page_id, path, title, null as kind, from_page_id, from_path, from_title, block_id
      from (select * from backlinks limit 2)
      join (select value from json_each('[1,2,3,4,5,6,7]'))`)
  const values: unknown[][] = []
  let cursor: string | undefined
  do {
    const page = readRows(mirror, table, { cursor, limits: { rows: 3 } })
    values.push(...page.rows.map((row) => row.values))
    cursor = page.next
  } while (cursor !== undefined && values.length < 100)
  client.exec('drop view temp.equal_rows')
  expect(values).toHaveLength(14)
  expect(new Set(values.map((row) => JSON.stringify(row))).size).toBe(2)
})

describe('a condition', () => {
  const titles = (operator: Filter['operator'], value: string) =>
    valuesOf('pages', 'title', [{ column: 'title', operator, value }])

  test('compares texts', () => {
    const all = valuesOf('pages', 'title', [])
    expect(titles('exact', 'Techniques')).toEqual(['Techniques'])
    expect(titles('not', 'Techniques')).toHaveLength(all.length - 1)
    expect(titles('contains', 'ECHNIQ')).toContain('Techniques')
    expect(titles('startswith', 'Tech')).toContain('Techniques')
    expect(titles('endswith', 'niques')).toContain('Techniques')
    expect(titles('in', 'Techniques,x')).toEqual(['Techniques'])
    expect(titles('in', '["Techniques","a,b"]')).toEqual(['Techniques'])
    expect(titles('in', '')).toEqual([])
    for (const title of titles('gte', 'T')) expect(String(title) >= 'T').toBe(true)
  })

  test('reads % and _ as letters', () => {
    expect(titles('contains', '%')).toEqual([])
    expect(titles('startswith', '_')).toEqual([])
  })

  test('compares numbers, dates of instants, and nulls', () => {
    const depths = valuesOf('page', 'depth', [{ column: 'depth', operator: 'gt', value: '1' }])
    expect(depths.length).toBeGreaterThan(0)
    expect(depths.every((depth) => Number(depth) > 1)).toBe(true)
    const edited = (value: string) =>
      valuesOf('page', 'last_edited_time', [{ column: 'last_edited_time', operator: 'gte', value }])
    expect(edited('2026-09-21').length).toBeGreaterThan(0)
    expect(edited('2026-09-21')).toEqual(edited(String(Date.UTC(2026, 8, 21))))
    expect(messageOf(() => edited('2026-02-30'))).toContain('a date such as 2026-10-01')
    const roots = valuesOf('pages', 'path', [
      { column: 'parent_id', operator: 'isnull', value: '' }
    ])
    expect(roots).toContain('/')
    const nested = [{ column: 'parent_id', operator: 'notnull', value: '' } as const]
    expect(valuesOf('pages', 'path', nested)).not.toContain('/')
    const elsewhere = [{ column: 'parent_id', operator: 'not', value: 'x' } as const]
    expect(valuesOf('pages', 'path', elsewhere)).toContain('/')
  })

  test('on a column without a type compares texts with texts and numbers with numbers', () => {
    const column = tableOf('recent_changes').columns.find(({ name }) => name === 'at_utc')
    expect(column?.kind).toBe('any')
    const since = { column: 'at_utc', operator: 'gte', value: '2026' } as const
    const found = valuesOf('recent_changes', 'at_utc', [since])
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((at) => String(at) >= '2026')).toBe(true)
  })
})

describe('text of a request that is not a name or value', () => {
  const attacks = [
    `title" union select raw from block --`,
    `title') or 1=1; drop table page --`,
    `rowid`,
    `sqlite_master`,
    `constructor`,
    `__proto__`,
    `title\0`
  ]

  test('is no column', () => {
    const pages = tableOf('pages')
    for (const column of attacks) {
      const filters: Filter[] = [{ column, operator: 'exact', value: '' }]
      for (const request of [
        { filters },
        { sort: { column, isDescending: true } },
        { columns: [column] }
      ]) {
        expect(
          messageOf(() => readRows(mirror, pages, { ...request, limits: { rows: 1 } }))
        ).toContain('pages has no column')
        expect(messageOf(() => rowsStatement(pages, request, 1))).toContain('has no column')
      }
      expect(
        messageOf(() => readFacets(mirror, pages, { columns: [column], filters: [] }))
      ).toContain('has no column')
    }
  })

  test('is a value that matches nothing', () => {
    for (const value of attacks) {
      for (const operator of ['exact', 'contains', 'startswith', 'in'] as const) {
        const filters = [{ column: 'path', operator, value }]
        expect(valuesOf('pages', 'path', filters)).toEqual([])
      }
      expect(readRow(mirror, tableOf('pages'), [value])).toBeUndefined()
    }
  })

  test('is refused as a number, a list or a cursor', () => {
    const depth = (operator: Filter['operator'], value: string) => () =>
      valuesOf('page', 'depth', [{ column: 'depth', operator, value }])
    expect(messageOf(depth('exact', '1 or 1=1'))).toBe('the value for "depth" must be a number')
    expect(messageOf(depth('in', '[1,{}]'))).toContain('a list must be values')
    expect(messageOf(depth('in', Array(101).fill(1).join()))).toContain('more than 100 values')
    expect(messageOf(depth('exact', '1'.repeat(2001)))).toContain('longer than 2000')
    const { next = '' } = readPage('pages', {}, 1)
    const order = { order: 'pages ', count: 1 }
    const { values } = readCursor(next, order)
    const forged = [
      '',
      'x',
      `${next}!`,
      next.slice(0, -4),
      'A'.repeat(20_000),
      readPage('block', {}, 1).next ?? '',
      writeCursor({ order: 'pages title', values, skip: 0 }),
      writeCursor({ order: 'pages ', values: [...values, 1], skip: 0 }),
      writeCursor({ order: 'pages ', values, skip: -1 }),
      Buffer.from('["pages ",0,{"n":"99999999999999999999"}]').toString('base64url'),
      Buffer.from('["pages ",0,[1]]').toString('base64url'),
      Buffer.from('{}').toString('base64url')
    ]
    for (const cursor of forged) {
      expect(
        messageOf(() => readPage('pages', { cursor })),
        cursor.slice(0, 40)
      ).toContain('cursor')
    }
    const filters = Array.from({ length: 13 }, (): Filter => ({
      column: 'title',
      operator: 'isnull',
      value: ''
    }))
    expect(messageOf(() => readPage('pages', { filters }))).toContain('more than 12 conditions')
  })
})

test('facets count the most frequent values of the rows that match', () => {
  const [facet] = readFacets(mirror, tableOf('techniques'), { columns: ['grade'], filters: [] })
  const counted = mirror.$client
    .prepare(
      'select grade as value, count(*) as count from techniques group by 1 order by 2 desc, 1'
    )
    .all()
  expect(facet).toEqual({ column: 'grade', values: counted, hasMore: false, isPartial: false })
  expect(tableOf('techniques').facets).toContain('grade')
  const [types] = readFacets(mirror, tableOf('block'), {
    columns: ['type'],
    filters: [{ column: 'type', operator: 'exact', value: 'page' }]
  })
  expect(types?.values).toHaveLength(1)
})

test('a row is found by its key, with the rows that point to it', () => {
  const { rows } = readPage('pages', {
    filters: [{ column: 'path', operator: 'exact', value: '/techniques' }]
  })
  const [id] = rows[0]?.key ?? []
  const pages = tableOf('pages')
  expect(readRow(mirror, pages, [String(id)])?.values).toEqual(rows[0]?.values)
  expect(readRow(mirror, tableOf('backlinks'), [String(id)])).toBeUndefined()
  const found = readReferences(mirror, tables, { table: pages, key: [id ?? null] })
  const blocks = found.find(({ table, column }) => table === 'block' && column === 'page_id')
  const expected = mirror.$client.prepare('select count(*) from block where page_id = ?').pluck()
  expect(blocks?.count).toBe(expected.get(id))
  expect(found.map(({ table }) => table)).toContain('link')
  expect(readIdTargets(mirror, 'block', [id ?? null, 'x'])).toEqual(
    new Map([[id, { table: 'pages' }]])
  )
})

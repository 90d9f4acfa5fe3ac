import { readFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { pageSizeOf } from '../../../site/ranges/database-header.ts'
import { FetchLimitError, RangedFile } from '../../../site/ranges/ranged-file.ts'
import { exportRows } from '../../../web/query/worker/export-rows.ts'
import { QueryDatabase } from '../../../web/query/worker/query-database.ts'
import { inOrder } from '../../../web/query/worker/statement-result.ts'
import { tempDir } from '../../support/temp-dir.ts'

const ROWS = 3000

let bytes: Uint8Array
let fetched: [start: number, end: number][] = []
let opened: QueryDatabase
let failure: Error | undefined

const unlimited = { maxBytes: Number.POSITIVE_INFINITY, isContinued: false }
const rowsOf = (sql: string) => opened.run(sql, unlimited).rows

/** A database with an index, texts of several pages, and a full-text index. */
function fill(file: string): void {
  const database = new Database(file)
  database.exec(`
    create table lamp (id integer primary key, name text, oil integer, note text);
    create index lamp_oil on lamp (oil);
    create virtual table words using fts5 (body, content='', tokenize='unicode61');
    create table shade (id integer primary key, color text);
    create view bright as select name, oil from lamp where oil > 2990`)
  const insert = database.prepare('insert into lamp values (?, ?, ?, ?)')
  database.transaction(() => {
    for (let id = 1; id <= ROWS; id++) {
      insert.run(
        id,
        `Lamp ${id}`,
        (id * 7) % ROWS,
        id === 5 ? 'x'.repeat(20_000) : 'wick '.repeat(30)
      )
    }
    database.exec(`insert into shade select id, 'blue' from lamp`)
    database.exec(
      `insert into words (rowid, body) select id, 'lamp 水の の呼 呼吸 吸 ' || id from lamp`
    )
  })()
  database.close()
}

beforeAll(async () => {
  const file = path.join(tempDir(), 'lamps.db')
  fill(file)
  bytes = new Uint8Array(readFileSync(file))
  const fetch = (start: number, end: number) => {
    fetched.push([start, end])
    if (failure) throw failure
    return bytes.slice(start, end)
  }
  const head = bytes.slice(0, 8192)
  const pageSize = pageSizeOf(head) ?? 0
  opened = await QueryDatabase.open(
    new RangedFile({ size: bytes.length, fetch }, { head, pageSize })
  )
})

test('SQLite reads through ranges: an index, a view, texts of several pages, the full-text index', () => {
  expect(rowsOf('select name, oil from lamp order by oil desc limit 2')).toEqual([
    ['Lamp 857', 2999],
    ['Lamp 1714', 2998]
  ])
  expect(rowsOf('select count(*) from bright')).toEqual([[9]])
  expect(rowsOf('select length(note) from lamp where id = 5')).toEqual([[20_000]])
  expect(rowsOf(`select rowid from words where words match search('水の呼吸 2999')`)).toEqual([
    [2999]
  ])
  expect(rowsOf('select count(*) from words')).toEqual([[ROWS]])
  expect(rowsOf(`select search(null) is search('')`)).toEqual([[1]])
})

test('values keep their types', () => {
  const sql = `select null, 9007199254740993, 1.5, 'text', x'0102', date('2026-01-31', '+1 day')`
  expect(rowsOf(sql)).toEqual([
    [null, 9_007_199_254_740_993n, 1.5, 'text', Uint8Array.of(1, 2), '2026-02-01']
  ])
  const [[now] = []] = rowsOf(`select strftime('%s', 'now')`)
  expect(Math.abs(Number(now) * 1000 - Date.now())).toBeLessThan(3_600_000)
})

test('a lookup fetches a few pages, and nothing twice', () => {
  const before = fetched.length
  const sql = 'select name from lamp where oil = 1500'
  expect(rowsOf(sql)).toEqual([['Lamp 1500']])
  const { bytes: first } = opened.counts()
  expect(first).toBeLessThan(40_000)
  rowsOf(sql)
  expect(opened.counts()).toEqual({ requests: 0, bytes: 0, pages: 0 })
  const places = fetched.slice(before).map(([start]) => start)
  expect(new Set(places).size).toBe(places.length)
})

test('a statement stops at its limit, and goes on without fetching anything again', () => {
  const sql = 'select sum(length(note)) from lamp'
  const limit = { maxBytes: 100_000, isContinued: false }
  expect(() => opened.run(sql, limit)).toThrow(FetchLimitError)
  const { bytes: before } = opened.counts()
  expect(before).toBeLessThanOrEqual(100_000)
  expect(opened.run(sql, { ...unlimited, isContinued: true }).rows).toEqual([[469_850]])
  expect(opened.counts().bytes).toBeGreaterThan(before)
  expect(opened.counts().bytes).toBeLessThanOrEqual(bytes.length)
})

test.each([
  ['selec 1', /near "selec": syntax error/],
  ['select * from lantern', /no such table: lantern/],
  ['delete from lamp', /attempt to write a readonly database/],
  ['select 1; select 2', /there is more than one statement/]
])('%s fails in the words of SQLite', (sql, message) => {
  expect(() => rowsOf(sql)).toThrow(message)
})

test('comments and a semicolon may follow a statement', () => {
  expect(rowsOf('select 1; -- one\n /* no more; */ ;')).toEqual([[1]])
})

test('an error of the file is thrown as it is, and the next statement works', () => {
  failure = new Error('the cable is cut')
  expect(() => rowsOf('select color from shade where id = 2345')).toThrow('the cable is cut')
  failure = undefined
  expect(rowsOf('select color from shade where id = 2345')).toEqual([['blue']])
})

test('the schema has the columns of tables and views', () => {
  expect(opened.schema()).toMatchObject({
    bright: ['name', 'oil'],
    lamp: ['id', 'name', 'oil', 'note']
  })
})

test('a saved result has all columns, also with names that others would get', async () => {
  const result = opened.run('select 1 as rank, 2 as rank, 3 as rank_2, 4 as rank', unlimited)
  expect(JSON.parse(await exportRows(result, 'json').text())).toEqual([
    { rank: 1, rank_3: 2, rank_2: 3, rank_4: 4 }
  ])
})

test('a saved result has the values that CSV and JSON have no types for', async () => {
  const sql = `select 9007199254740993 as big, -9e999 as endless, x'00ff10' as bytes, null as none`
  const result = opened.run(sql, unlimited)
  expect(JSON.parse(await exportRows(result, 'json').text())).toEqual([
    { big: '9007199254740993', endless: '-Infinity', bytes: { base64: 'AP8Q' }, none: null }
  ])
  expect(await exportRows(result, 'csv').text()).toMatch(
    /\r\n9007199254740993,'?-Infinity,AP8Q,\r\n$/
  )
})

test.each([
  ['100,000 rows', 'i', 100_000],
  ['64 MB', 'zeroblob(1 << 20)', 65]
])('of a result, %s are kept', (_what, column, count) => {
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n limit 100001)'
  const { rows, isCut } = opened.run(`${numbers} select ${column} from n`, unlimited)
  expect([rows.length, isCut]).toEqual([count, true])
})

test('rows are sorted as SQLite sorts values of different types', () => {
  const { rows } = opened.run(`values (x'01'), ('b'), (2), (null), (10), ('a')`, unlimited)
  const sorted = [null, 2, 10, 'a', 'b', Uint8Array.of(1)]
  for (const isDescending of [false, true]) {
    const order = inOrder(rows, { column: 0, isDescending }).flat()
    expect(order).toEqual(isDescending ? sorted.toReversed() : sorted)
  }
})

import type { Block, Collection, CollectionView } from 'notion-types'

import type { WalkResult } from '../../../db/records/walk-result.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { ROOT_ID, pageBlock, record, testId, workspaceOf } from './records.ts'

/** A block without id and parent. */
type Fields = { type: string } & Record<string, unknown>

/** Pages by title; the blocks of all but the last repeat text of other records. */
const pages: Record<string, () => Fields[]> = {
  Contents: () => [
    ...many(900, (index) => ({ type: 'header', properties: { title: [[`Heading ${index}`]] } })),
    ...many(900, () => ({ type: 'table_of_contents' }))
  ],
  'Long contents': () => [
    ...many(20, (index) => ({ type: 'header', properties: { title: [[`${index} ${long}`]] } })),
    ...many(300, () => ({ type: 'table_of_contents' }))
  ],
  Mentions: () =>
    many(50, () => ({
      type: 'text',
      properties: { title: Array.from({ length: 120 }, () => ['‣', [['p', LONG_ID]]]) }
    })),
  Aliases: () => many(1900, () => ({ type: 'alias', format: { alias_pointer: { id: LONG_ID } } })),
  Views: () => many(40, () => ({ type: 'collection_view', collection_id: SHELF, view_ids: VIEWS })),
  'Shared code': () => [
    { type: 'transclusion_container', id: SHARED, content: [CODE] },
    ...many(200, () => ({
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: SHARED } }
    }))
  ],
  Marks: () => [
    {
      type: 'text',
      properties: { title: [['‣', [['lm', { title: 'name '.repeat(250_000) }]]]] }
    },
    { type: 'text', properties: { title: [['words']] } }
  ],
  Address: () => [
    {
      type: 'text',
      properties: { title: [['x', [['a', `https://e.example/${'y'.repeat(1.25e6)}`]]]] }
    },
    { type: 'text', properties: { title: [['words']] } }
  ],
  Sign: () => [
    { type: 'text', properties: { title: [['words']] } },
    { type: 'callout', format: { page_icon: 'name '.repeat(1_040_000) } }
  ],
  Cells: () => [
    { type: 'text', properties: { title: [['words']] } },
    tableOf(1000, { table_block_column_order: Array.from({ length: 1000 }, (_, at) => `c${at}`) })
  ],
  Keys: () => [{ type: 'text', properties: { title: [['words']] } }, tableOf(100)],
  Handbook: () => [
    ...many(300, (index) => ({ type: 'header', properties: { title: [[`Heading ${index}`]] } })),
    ...many(5, () => ({ type: 'table_of_contents' })),
    ...many(300, () => ({
      type: 'text',
      properties: { title: Array.from({ length: 5 }, () => ['‣', [['p', testId(4)]]]) }
    }))
  ]
}

/** Six times the longest name that is shown: if pages had all of it, `/aliases` would be too long. */
const long = 'name '.repeat(600)
const LONG_ID = testId(8)
const SHARED = testId(6)
const CODE = testId(7)
const SHELF = testId(500)
const VIEWS = Array.from({ length: 200 }, (_, index) => testId(600 + index))

/**
 * Pages with little content of their own and much repeated content, a small page `/small`, and
 * `/ways`.
 */
export function repeatingWorkspace(): WorkspaceFile {
  const pageBlocks = Object.entries(pages).map(([title, blocks], index) =>
    pageOf(10 + index, title, blocks())
  )
  const ways = pageOf(
    30,
    `Ways ${long}`,
    many(600, () => ({ type: 'breadcrumb' }))
  )
  const source = 'const a = { b: (x) => `t${x}` } // <a>\n'.repeat(400)
  const code = record(7, { type: 'code', parent_id: SHARED, properties: { title: [[source]] } })
  const rows = [...tableRows(1000), ...tableRows(100)]
  const others = [pageBlock(4, 'Small'), pageBlock(8, long), code, ...rows]
  const blocks = [...pageBlocks, ways].flat()
  const pageIds = [...blocks, ...others].filter(({ type }) => type === 'page').map(({ id }) => id)
  return workspaceOf(pageIds, [...blocks, ...others])
}

function pageOf(number: number, title: string, blocks: Fields[]): Block[] {
  const children = blocks.map((fields, index) =>
    record(number * 10_000 + index, { parent_id: testId(number), ...fields })
  )
  return [pageBlock(number, title, { content: children.map(({ id }) => id) }), ...children]
}

/** A collection without rows, with many views with long names. */
export function repeatingViews(): Partial<WalkResult> {
  const home = { version: 1, alive: true, parent_table: 'block' as const, parent_id: ROOT_ID }
  const collection = { ...home, id: SHELF, name: [['Shelf']], schema: titled, format: {} }
  const views = VIEWS.map((id) => ({ ...home, id, type: 'table', name: long, format: {} }))
  return {
    // Only the fields that a sync reads.
    collections: () => [collection as unknown as Collection],
    views: () =>
      views.map((view) => ({
        view: view as unknown as CollectionView,
        collectionId: SHELF,
        groups: []
      }))
  }
}

const titled = { title: { name: 'Name', type: 'title' } }

/** A simple table whose rows are records beside the page's blocks, with twenty cells each. */
function tableOf(rows: number, format = {}): Fields {
  const first = 1_000_000 * rows
  return { type: 'table', format, content: tableRows(rows).map(({ id }) => id), id: testId(first) }
}

function tableRows(rows: number): Block[] {
  const first = 1_000_000 * rows
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: 20 }, (_cell, at) => [`c${(20 * row + at) % 2000}`, [['x']]])
    const properties = Object.fromEntries(cells)
    return record(first + 1 + row, { type: 'table_row', parent_id: testId(first), properties })
  })
}

function many(count: number, fields: (index: number) => Fields): Fields[] {
  return Array.from({ length: count }, (_, index) => fields(index))
}

import type { Block } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, record, testId, textBlock, workspaceOf } from './records.ts'

const PAGE = 3
const FIRST = 100

/** A workspace with a page `/hostile` that has these blocks, and a small page `/small`. */
export function hostileWorkspace(blocks: Block[]): WorkspaceFile {
  const content = blocks.filter((block) => block.parent_id === testId(PAGE)).map(({ id }) => id)
  return workspaceOf(
    [testId(PAGE), testId(4)],
    [
      pageBlock(PAGE, 'Hostile', { content }),
      pageBlock(4, 'Small', { content: [testId(5)] }),
      textBlock(5, 'a small page', { parent_id: testId(4) }),
      ...blocks
    ]
  )
}

/** This many text blocks. */
export function lines(count: number, textOf: (index: number) => string): Block[] {
  return Array.from({ length: count }, (_, index) =>
    textBlock(FIRST + index, textOf(index), { parent_id: testId(PAGE) })
  )
}

/** This many blocks of a typeset type with this source. */
export function typeset(count: number, block: { type: string; source: string }): Block[] {
  const { type, source } = block
  return Array.from({ length: count }, (_, index) =>
    record(FIRST + index, {
      type,
      // Different sources, since equal ones are typeset once.
      properties: { language: [['JavaScript']], title: [[`${source}${index}`]] },
      parent_id: testId(PAGE)
    })
  )
}

/** The text of a level; no level's text is a prefix of another's. */
export const levelText = (level: number) => `level ${level}.`

/** Nested blocks with these types in turn. */
export function nested(levels: number, types: string[]): Block[] {
  return Array.from({ length: levels }, (_, index) =>
    record(FIRST + index, {
      type: types[index % types.length] ?? 'text',
      properties: { title: [[levelText(index)]] },
      parent_id: testId(index === 0 ? PAGE : FIRST + index - 1),
      content: index < levels - 1 ? [testId(FIRST + index + 1)] : undefined
    })
  )
}

/** A simple table with this many rows and columns. */
export function wideTable(rows: number, columns: number): Block[] {
  const order = Array.from({ length: columns }, (_, index) => `c${index}`)
  const cells = (row: number) => order.map((column) => [column, [[`${row}:${column}`]]])
  const ids = Array.from({ length: rows }, (_, index) => testId(FIRST + 1 + index))
  const format = { table_block_column_order: order, table_block_column_header: true }
  return [
    record(FIRST, { type: 'table', parent_id: testId(PAGE), format, content: ids }),
    ...ids.map((_, row) =>
      record(FIRST + 1 + row, {
        type: 'table_row',
        parent_id: testId(FIRST),
        properties: Object.fromEntries(cells(row))
      })
    )
  ]
}

/** Synced blocks that each contain all others, so that a tree walk would not end. */
export function syncedLoops(count: number): Block[] {
  const numbers = Array.from({ length: count }, (_, index) => FIRST + index * 1000)
  return numbers.flatMap((number) => {
    const references = numbers.map((target, index) =>
      record(number + 1 + index, {
        type: 'transclusion_reference',
        parent_id: testId(number),
        format: { transclusion_reference_pointer: { id: testId(target) } }
      })
    )
    const content = references.map(({ id }) => id)
    const box = record(number, {
      type: 'transclusion_container',
      parent_id: testId(PAGE),
      content: [...content, testId(number + 900)]
    })
    const text = textBlock(number + 900, `synced ${number}`, { parent_id: testId(number) })
    return [box, text, ...references]
  })
}

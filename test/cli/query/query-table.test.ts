import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'

import { tableFormat } from '../../../cli/query/table-format.ts'
import type { SqlValue } from '../../../db/describe/sql-value.ts'
import { propertySettings } from '../../support/run/sweep.ts'

/** The lines of a table on a terminal with this number of columns. */
function onTerminal(width: number, columns: string[], rows: SqlValue[][]): string[] {
  const format = tableFormat(columns, { width, isColoured: false })
  return `${format.head()}${format.rows(rows)}${format.end()}`.split('\n').slice(0, -1)
}

test('on a terminal the widest columns shrink and truncated cells end in …', () => {
  const rows = [['/mining', 12n, '鉱山で見つかるもの🎉と宝石', 'x'.repeat(100)]]
  expect(onTerminal(44, ['path', 'depth', 'title', 'text'], rows)).toEqual([
    'path     depth  title          text',
    '───────  ─────  ─────────────  ─────────────',
    '/mining     12  鉱山で見つか…  xxxxxxxxxxxx…'
  ])
})

test('NULL is dim on a terminal with colours', () => {
  const format = tableFormat(['a', 'b'], { width: 80, isColoured: true })
  const lines = (format.rows([[null, 'x']]) + format.end()).split('\n')
  expect(lines[2]).toBe('\u001B[2mnull\u001B[22m  x')
})

test('wiki content never reaches the terminal as an escape sequence or direction control', () => {
  const text = '\u001B[2J\u009B31m\u202Eabc\r\u0000\u2066'
  const [, , line] = onTerminal(200, ['t'], [[text]])
  expect(line).toBe('\\u001b[2J\\u009b31m\\u202eabc\\u000d\\u0000\\u2066')
})

const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom<SqlValue>(
    null,
    1n,
    2.5,
    Buffer.from('abc'),
    '👩‍👩‍👧‍👦'.repeat(9),
    'か\u3099'.repeat(30)
  ),
  fc.bigInt(),
  fc.double()
)

test('for any values every line fits the terminal and every row is one line', () => {
  const tables = fc.integer({ min: 1, max: 6 }).chain((columns) =>
    fc.array(fc.array(value, { minLength: columns, maxLength: columns }), {
      minLength: 1,
      maxLength: 8
    })
  )
  fc.assert(
    fc.property(tables, fc.integer({ min: 40, max: 120 }), (rows, width) => {
      const columns = (rows[0] ?? []).map((_, index) => `column ${index}`)
      const lines = onTerminal(width, columns, rows)
      expect(lines).toHaveLength(rows.length + 2)
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    }),
    propertySettings(100)
  )
})

test('a long result is laid out in parts without losing a row', () => {
  const format = tableFormat(['n', 'text'], { width: undefined, isColoured: false })
  const rows = Array.from({ length: 100 }, (_, index) => [BigInt(index), 'x'.repeat(100_000)])
  const parts = rows.map((row) => format.rows([row]))
  const text = parts.join('') + format.end()
  expect(parts.filter((part) => part !== '').length).toBeGreaterThan(1)
  expect([...text.matchAll(/^ *(\d+)  x{100000}$/gm)].map((match) => Number(match[1]))).toEqual(
    rows.map((_, index) => index)
  )
})

import { parseJson } from '../../../site/formats/parse-json.ts'
import { BrowseError } from '../browse-error.ts'
import type { SqlValue } from '../sql-value.ts'

/** Where a page of rows ends: the values that order its last row. */
export interface Cursor {
  /** `Order.name` of its list: a cursor is refused in another list or order. */
  order: string
  values: SqlValue[]
  /** How many rows with the same values are before the next page; 0 if a key orders the rows. */
  skip: number
}

/** A longer text is no cursor. */
const MAX_LENGTH = 16_000

/** The text of a cursor, for addresses. */
export function writeCursor({ order, values, skip }: Cursor): string {
  return Buffer.from(JSON.stringify([order, skip, ...values.map(toJson)])).toString('base64url')
}

/** Reads a cursor with a number of values. Throws `BrowseError` for every other text. */
export function readCursor(text: string, expected: { order: string; count: number }): Cursor {
  const refused = new BrowseError('the cursor is not one of this list; begin with its first page')
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) throw refused
  const list = parseJson(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(list) || list.length !== expected.count + 2) throw refused
  const [order, skip, ...rest] = list as unknown[]
  const values = rest.map(fromJson)
  if (order !== expected.order || !isCount(skip) || values.includes(undefined)) throw refused
  return { order, skip, values: values as SqlValue[] }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** JSON has no infinite numbers, and no integers beyond 2^53. */
function toJson(value: SqlValue): unknown {
  if (typeof value === 'bigint') return { n: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { n: String(value) }
  if (value instanceof Uint8Array) return { b: Buffer.from(value).toString('base64url') }
  return value
}

function fromJson(value: unknown): SqlValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value !== 'object') return undefined
  const { n, b } = value as { n?: unknown; b?: unknown }
  if (typeof b === 'string') return Buffer.from(b, 'base64url')
  if (typeof n !== 'string') return undefined
  if (/^-?\d{1,19}$/.test(n)) return inRange(BigInt(n))
  return n === 'Infinity' || n === '-Infinity' ? Number(n) : undefined
}

/** SQLite's integers have 64 bits. */
function inRange(value: bigint): bigint | undefined {
  return BigInt.asIntN(64, value) === value ? value : undefined
}

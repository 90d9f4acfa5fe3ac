import type { Block, Decoration } from 'notion-types'

import { placeText } from '../../site/notion/text/mentioned-object.ts'
import { placeOf, verificationOf } from '../../site/notion/text/place-and-verification.ts'
import { headOf, marksOf, plainText } from '../../site/notion/text/rich-text.ts'
import { splitOptions } from '../../site/notion/text/split-options.ts'
import { datesOf } from './date-values.ts'
import { dateSpanOf } from './date-span.ts'

/** One typed value of a property; absent parts are null. */
export interface TypedValue {
  text: string | null
  number: number | null
  target_id: string | null
  url: string | null
  /** Why the value does not fit the property's type; stored in `property_value.problem`. */
  problem: string | null
}

/** The fields of a property's schema that its values depend on. */
export interface PropertySchema {
  type: string
  /** Precedes the number of a unique id. */
  prefix?: string
  options?: { value?: string }[]
}

/** The context of reading values. */
export interface ValueContext {
  /** Returns the name of a page or user. */
  nameOf: (id: string) => string | undefined
  /** The site's IANA time zone. */
  timeZone: string
}

/** Types whose values Notion computes in its client and does not send. */
export const computedTypes: ReadonlySet<string> = new Set(['formula', 'rollup'])

/**
 * Returns the values of one property of a row, in order: one for each option, page, person, file or
 * date, otherwise one or none. A checkbox and the record's own times and people always have a value.
 * A value that does not fit the type is returned as text with a problem.
 */
export function typedValues(
  row: Block,
  property: { id: string } & PropertySchema,
  context: ValueContext
): TypedValue[] {
  const { id, type, prefix, options } = property
  const ofRecord = recordReaders.get(type)
  if (ofRecord) return ofRecord(row, context)
  if (computedTypes.has(type)) return []

  const value = sentValue(row, id)
  if (type === 'checkbox') return [checkbox(value, context)]
  if (!Array.isArray(value)) return []
  if (isUniqueId(type)) return numeric(value, prefix)
  if (type === 'multi_select') return optionValues(value, options)
  return (readers.get(type) ?? plainValue)(value, context)
}

/** Returns the raw value of a property, whose id may be the name of an inherited object member. */
function sentValue(row: Block, id: string): Decoration[] | undefined {
  const properties = (row.properties ?? {}) as Record<string, Decoration[]>
  return Object.hasOwn(properties, id) ? properties[id] : undefined
}

type Reader = (value: Decoration[], context: ValueContext) => TypedValue[]

/** A `Map` instead of an object: a type may have the name of an object member, such as `constructor`. */
const readers = new Map<string, Reader>([
  ['number', (value) => numeric(value)],
  [
    'url',
    (value, context) => plainValue(value, context).map((each) => ({ ...each, url: each.text }))
  ],
  ['person', listOf('person', (part, { nameOf }) => named(part, 'u', nameOf))],
  ['relation', listOf('page', (part, { nameOf }) => named(part, 'p', nameOf))],
  ['file', listOf('file', file)],
  ['date', listOf('date', days)],
  ['place', place],
  // An older name of the type.
  ['location', place],
  [
    'verification',
    (value, context) => {
      const state = verificationOf(value)?.state
      return state ? [typed({ text: state })] : plainValue(value, context)
    }
  ]
])

/** Readers of values that are fields of the row's record. */
const recordReaders = new Map<string, (row: Block, context: ValueContext) => TypedValue[]>([
  ['created_time', (row) => [instant(row.created_time)]],
  ['last_edited_time', (row) => [instant(row.last_edited_time)]],
  ['created_by', (row, { nameOf }) => person(row.created_by_id, nameOf)],
  ['last_edited_by', (row, { nameOf }) => person(row.last_edited_by_id, nameOf)]
])

/** Reads a list part by part; a part that is neither an item nor a comma is returned as text. */
function listOf(
  item: string,
  read: (part: Decoration, context: ValueContext) => TypedValue[]
): Reader {
  return (value, context) =>
    value.flatMap((part) => {
      const found = read(part, context)
      if (found.length > 0 || /^[\s,]*$/.test(headOf(part))) return found
      return [typed({ text: plainText([part], context.nameOf), problem: `it is not a ${item}` })]
    })
}

function named(part: Decoration, mark: string, nameOf: ValueContext['nameOf']): TypedValue[] {
  return marksOf([part], mark).flatMap((id) =>
    typeof id === 'string' ? [typed({ text: nameOf(id), target_id: id })] : []
  )
}

function file(part: Decoration): TypedValue[] {
  const [url] = marksOf([part], 'a')
  return typeof url === 'string' ? [typed({ text: headOf(part), url })] : []
}

function days(part: Decoration, { timeZone }: ValueContext): TypedValue[] {
  return datesOf([part]).map((date) => {
    const number = dateSpanOf(date, timeZone)?.start_at
    const problem = number === undefined ? 'it is not a valid date or time' : null
    return typed({ text: plainText([['‣', [['d', date]]]]), number, problem })
  })
}

function optionValues(value: Decoration[], options: PropertySchema['options']): TypedValue[] {
  // Records from the API are not validated.
  const listed: { value?: unknown }[] = Array.isArray(options) ? options : []
  const names = listed.map((option) => option?.value).filter((name) => typeof name === 'string')
  return splitOptions(plainText(value), names).map((text) => typed({ text }))
}

function place(value: Decoration[], context: ValueContext): TypedValue[] {
  const found = placeOf(value)
  return found ? [typed({ text: placeText(found) })] : plainValue(value, context)
}

function plainValue(value: Decoration[], { nameOf }: ValueContext): TypedValue[] {
  const text = plainText(value, nameOf)
  return text === '' ? [] : [typed({ text })]
}

function checkbox(value: Decoration[] | undefined, { nameOf }: ValueContext): TypedValue {
  const text = plainText(value, nameOf)
  const isChecked = text === 'Yes'
  const problem = isChecked || text === 'No' || text === '' ? null : 'it is neither Yes nor No'
  return typed({ text: isChecked ? 'Yes' : 'No', number: isChecked ? 1 : 0, problem })
}

/** `auto_increment_id` is Notion's name for it; `unique_id` that of its public API. */
const isUniqueId = (type: string) => type === 'auto_increment_id' || type === 'unique_id'

/** Notion's notation of numbers; `Number()` alone would also accept `0x10`. */
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

function numeric(value: Decoration[], prefix?: string): TypedValue[] {
  const digits = plainText(value).trim()
  if (digits === '') return []
  const number = decimal.test(digits) ? Number(digits) : Number.NaN
  const text = prefix ? `${prefix}-${digits}` : digits
  return Number.isFinite(number)
    ? [typed({ text, number })]
    : [typed({ text, problem: 'it is not a number' })]
}

function person(id: unknown, nameOf: ValueContext['nameOf']): TypedValue[] {
  return typeof id === 'string' && id !== '' ? [typed({ text: nameOf(id), target_id: id })] : []
}

function instant(time: number): TypedValue {
  const date = new Date(time)
  return Number.isNaN(date.getTime())
    ? typed({ text: String(time), problem: 'it is not a time' })
    : typed({ text: date.toISOString(), number: time })
}

function typed(value: Partial<Unset<TypedValue>>): TypedValue {
  const { text, number, target_id, url, problem } = value
  return {
    text: text || null,
    number: number ?? null,
    target_id: target_id ?? null,
    url: url ?? null,
    problem: problem ?? null
  }
}

type Unset<T> = { [K in keyof T]: T[K] | undefined }

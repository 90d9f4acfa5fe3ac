import type { Block, Decoration } from 'notion-types'

import { placeOf, placeText, verificationOf } from '../site/marked-values.ts'
import { marksOf, plainText } from '../site/rich-text.ts'
import { splitOptions } from '../site/split-options.ts'
import { datesOf } from './date-values.ts'
import { spanOf } from './instants.ts'

/** One value of a property in typed form; what it has not is null. */
export interface TypedValue {
  text: string | null
  number: number | null
  target_id: string | null
  url: string | null
}

/** A property of a collection's schema, as far as its values depend on it. */
export interface PropertySchema {
  type: string
  /** What stands before the number of a unique id. */
  prefix?: string
  options?: { value?: string }[]
}

/** What values are read with. */
export interface ValueContext {
  /** Names mentioned pages and users. */
  nameOf: (id: string) => string | undefined
  /** The time zone of the site. */
  timeZone: string
}

/** Types whose values the workspace computes and does not send. */
export const computedTypes: ReadonlySet<string> = new Set(['formula', 'rollup'])

/**
 * The values of one property of a row, in order: one for each option, page, person, file or date,
 * else one or none. A checkbox and the times and people of the record itself always have one.
 */
export function typedValues(
  row: Block,
  property: { id: string } & PropertySchema,
  context: ValueContext
): TypedValue[] {
  const { id, type, prefix, options } = property
  const ofRecord = recordReaders[type]
  if (ofRecord) return ofRecord(row, context)
  if (computedTypes.has(type)) return []

  const value = (row.properties as Record<string, Decoration[]> | undefined)?.[id]
  if (type === 'checkbox') return [checkbox(value)]
  if (!Array.isArray(value)) return []
  if (isUniqueId(type)) return uniqueId(value, prefix)
  if (type === 'multi_select') return optionValues(value, options)
  return (readers[type] ?? words)(value, context)
}

type Reader = (value: Decoration[], context: ValueContext) => TypedValue[]

const readers: Record<string, Reader> = {
  number: (value) => {
    const text = plainText(value).trim()
    return text === '' ? [] : [typed({ text, number: finite(Number(text)) })]
  },
  url: (value, context) => words(value, context).map((each) => ({ ...each, url: each.text })),
  person: (value, { nameOf }) =>
    ids(value, 'u').map((id) => typed({ text: nameOf(id), target_id: id })),
  relation: (value, { nameOf }) =>
    ids(value, 'p').map((id) => typed({ text: nameOf(id), target_id: id })),
  file: (value) =>
    value.flatMap((part) => {
      const [url] = marksOf([part], 'a')
      return typeof url === 'string' ? [typed({ text: part[0], url })] : []
    }),
  place,
  location: place,
  verification: (value, context) => {
    const state = verificationOf(value)?.state
    return state ? [typed({ text: state })] : words(value, context)
  },
  date: (value, { timeZone }) =>
    datesOf(value).map((date) =>
      typed({
        text: plainText([['‣', [['d', date]]]]),
        number: spanOf(date, timeZone)?.start_at
      })
    )
}

/** Of properties whose value stands in the row's own record. */
const recordReaders: Record<string, (row: Block, context: ValueContext) => TypedValue[]> = {
  created_time: (row) => [instant(row.created_time)],
  last_edited_time: (row) => [instant(row.last_edited_time)],
  created_by: (row, { nameOf }) => person(row.created_by_id, nameOf),
  last_edited_by: (row, { nameOf }) => person(row.last_edited_by_id, nameOf)
}

function optionValues(value: Decoration[], options: PropertySchema['options']): TypedValue[] {
  const names = Array.isArray(options) ? options.flatMap((option) => option?.value ?? []) : []
  return splitOptions(plainText(value), names).map((text) => typed({ text }))
}

/** `location` is an older name of the type. */
function place(value: Decoration[], context: ValueContext): TypedValue[] {
  const found = placeOf(value)
  return found ? [typed({ text: placeText(found) })] : words(value, context)
}

function words(value: Decoration[], { nameOf }: ValueContext): TypedValue[] {
  const text = plainText(value, nameOf)
  return text === '' ? [] : [typed({ text })]
}

function checkbox(value: Decoration[] | undefined): TypedValue {
  const isChecked = plainText(value) === 'Yes'
  return typed({ text: isChecked ? 'Yes' : 'No', number: isChecked ? 1 : 0 })
}

/** `auto_increment_id` is Notion's name for it; `unique_id` that of its public API. */
const isUniqueId = (type: string) => type === 'auto_increment_id' || type === 'unique_id'

function uniqueId(value: Decoration[], prefix: string | undefined): TypedValue[] {
  const digits = plainText(value).trim()
  if (digits === '') return []
  const text = prefix ? `${prefix}-${digits}` : digits
  return [typed({ text, number: finite(Number(digits)) })]
}

function person(id: string | undefined, nameOf: ValueContext['nameOf']): TypedValue[] {
  return id ? [typed({ text: nameOf(id), target_id: id })] : []
}

function instant(time: number): TypedValue {
  return typed({ text: new Date(time).toISOString(), number: time })
}

function ids(value: Decoration[], mark: string): string[] {
  return marksOf(value, mark).filter((id): id is string => typeof id === 'string')
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null
}

function typed({ text, number, target_id, url }: Partial<Unset<TypedValue>>): TypedValue {
  return {
    text: text || null,
    number: number ?? null,
    target_id: target_id ?? null,
    url: url ?? null
  }
}

type Unset<T> = { [K in keyof T]: T[K] | undefined }

import type { Block, Collection } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { type WireDate, type WireSpan, wireDate, wireSpan } from './instants.ts'
import {
  type NameOf,
  type WirePart,
  argumentOf,
  dateText,
  headOf,
  marksOf,
  plainText
} from './text.ts'

/**
 * A row of `property_value`, as far as it depends on the sent value; `isOdd` means it has a
 * problem.
 */
export interface WireValue {
  text: string | null
  number: number | null
  target_id: string | null
  url: string | null
  isOdd: boolean
}

interface Reading {
  block: Block
  type: string
  prefix: string | undefined
  /** Options of the schema. */
  options: { value: string }[] | undefined
  sent: unknown
  nameOf: NameOf
  siteZone: string
}

/** The last instant that a JavaScript Date can represent, in milliseconds. */
const LAST_INSTANT = 8.64e15

const computed = new Set(['formula', 'rollup'])
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * Expected values of one property of a row, computed from the sent value without code of `db/`.
 * Unpaired surrogates, which SQLite cannot store, are replaced.
 */
export function expectedValues(reading: Reading): WireValue[] {
  return readAll(reading).map(({ text, ...found }) => ({
    ...found,
    text: text === null ? null : storable(text)
  }))
}

/** The dates in a value, with their instants. */
export function expectedDates(sent: unknown, siteZone: string): (WireDate & WireSpan)[] {
  return partsOf(sent).flatMap((part) =>
    datesIn(part).map((date) => ({ ...date, ...wireSpan(date, siteZone) }))
  )
}

/** Expected cells of a property in the collection's view: one, or two for a date. */
export function expectedCells(
  type: string,
  values: WireValue[],
  dates: WireDate[]
): (string | number | null)[] {
  const [first] = values
  if (type === 'date') return dateCells(dates[0])
  if (type === 'number' || type === 'checkbox') return [first?.number ?? null]
  const texts = values.flatMap(({ text }) => text ?? [])
  return [texts.length === 0 ? null : texts.join(', ')]
}

/** A function that returns the names of all pages and users of a workspace, as they are stored. */
export function namesOf({ block, notion_user: users }: WorkspaceFile): NameOf {
  return (id) => {
    const page = block[id]
    if (page) return isPage(page) ? storable(plainText(page.properties?.title)) : undefined
    const user = users[id] as Partial<Record<string, string>> | undefined
    if (!user) return undefined
    const whole = [user['given_name'], user['family_name']].filter(Boolean).join(' ')
    const name = whole || (user['name'] ?? '')
    return name.includes('@') ? '' : storable(name)
  }
}

/** The properties of a collection with their ids. */
export function propertiesOf(collection: Collection) {
  return Object.entries(collection.schema ?? {}).map(([id, property]) => {
    const { type, prefix, options } = property as Partial<Reading> & { type: string }
    return { id, type, prefix, options }
  })
}

/** Options are separated by commas; names in the schema may contain commas too. */
function chosen(words: string, options: Reading['options']): string[] {
  const known = (options ?? []).map((option) => option.value).filter((name) => name.includes(','))
  const whole = known
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const name = new RegExp(`(?<=^|,)(?:${[...whole, '[^,]+'].join('|')})(?=,|$)`, 'gsu')
  return words.match(name) ?? []
}

function isPage({ type }: { type: string }): boolean {
  return type === 'page' || type === 'collection_view_page'
}

function readAll(reading: Reading): WireValue[] {
  const { block, type, prefix, options, sent, nameOf, siteZone } = reading
  const words = plainText(sent, nameOf)
  const plain = words === '' ? [] : [value({ text: words })]
  switch (type) {
    case 'created_time':
      return [time(block.created_time)]
    case 'last_edited_time':
      return [time(block.last_edited_time)]
    case 'created_by':
      return person(block.created_by_id, nameOf)
    case 'last_edited_by':
      return person(block.last_edited_by_id, nameOf)
    case 'checkbox':
      return [checkbox(words)]
    case 'number':
      return number(plainText(sent).trim())
    case 'auto_increment_id':
      return number(plainText(sent).trim(), prefix)
    case 'multi_select':
      return chosen(plainText(sent), options).map((text) => value({ text }))
    case 'url':
      return plain.map((each) => ({ ...each, url: storable(words) }))
    case 'person':
      return items(sent, nameOf, (part) => named(part, 'u', nameOf))
    case 'relation':
      return items(sent, nameOf, (part) => named(part, 'p', nameOf))
    case 'file':
      return items(sent, nameOf, file)
    case 'date':
      return items(sent, nameOf, (part) => datesIn(part).map((date) => day(date, siteZone)))
    case 'place':
      return fromObject(sent, ({ name, address }) => name && `${name}, ${address}`) ?? plain
    case 'verification':
      return fromObject(sent, ({ state }) => state) ?? plain
    default:
      return computed.has(type) ? [] : plain
  }
}

/** Text derived from the first mark with an object as its argument; undefined if there is none. */
function fromObject(
  sent: unknown,
  textOf: (fields: Record<string, unknown>) => unknown
): WireValue[] | undefined {
  const objects = partsOf(sent).flatMap((part) =>
    marksOf(part).flatMap(([, argument]) =>
      typeof argument === 'object' && argument !== null && !Array.isArray(argument)
        ? [argument as Record<string, unknown>]
        : []
    )
  )
  const text = objects.map(textOf).find((each) => typeof each === 'string')
  return text === undefined ? undefined : [value({ text })]
}

/** Values of each segment. A segment without values that is not a comma has a problem. */
function items(
  sent: unknown,
  nameOf: NameOf,
  readPart: (part: WirePart) => WireValue[]
): WireValue[] {
  return partsOf(sent).flatMap((part) => {
    const found = readPart(part)
    const isBlank = /^[\s,]*$/.test(headOf(part))
    return found.length > 0 || isBlank
      ? found
      : [value({ text: plainText([part], nameOf), isOdd: true })]
  })
}

function named(part: WirePart, kind: string, nameOf: NameOf): WireValue[] {
  return marksOf(part).flatMap(([mark, id]) =>
    mark === kind && typeof id === 'string'
      ? [value({ text: nameOf(id) ?? null, target_id: id })]
      : []
  )
}

function file(part: WirePart): WireValue[] {
  const url = argumentOf(part, 'a')
  return typeof url === 'string' ? [value({ text: headOf(part), url })] : []
}

function day(date: WireDate, siteZone: string): WireValue {
  const { start_at: start } = wireSpan(date, siteZone)
  return value({ text: dateText({ ...date }), number: start, isOdd: start === null })
}

function datesIn(part: WirePart): WireDate[] {
  return marksOf(part).flatMap(([mark, argument]) =>
    mark === 'd' ? (wireDate(argument) ?? []) : []
  )
}

function number(text: string, prefix?: string): WireValue[] {
  if (text === '') return []
  const read = decimal.test(text) ? Number(text) : Number.NaN
  // SQLite has no negative zero.
  const found = Number.isFinite(read) ? read + 0 : null
  const shown = prefix ? `${prefix}-${text}` : text
  return [value({ text: shown, number: found, isOdd: found === null })]
}

function checkbox(words: string): WireValue {
  const isChecked = words === 'Yes'
  const isOdd = !['Yes', 'No', ''].includes(words)
  return value({ text: isChecked ? 'Yes' : 'No', number: isChecked ? 1 : 0, isOdd })
}

function time(at: number): WireValue {
  const isTime = Math.abs(at) <= LAST_INSTANT
  return isTime
    ? value({ text: new Date(at).toISOString(), number: at })
    : value({ text: String(at), isOdd: true })
}

function person(id: string | undefined, nameOf: NameOf): WireValue[] {
  return id ? [value({ text: nameOf(id) ?? null, target_id: id })] : []
}

function dateCells(date: WireDate | undefined): (string | null)[] {
  if (!date) return [null, null]
  const { start_date: first, start_time: from, end_date: last, end_time: to } = date
  const hasEnd = last !== null || to !== null
  const cell = (onDay: string, at: string | null) => `${onDay} ${at ?? ''}`.trim()
  return [cell(first, from), hasEnd ? cell(last ?? first, to) : null]
}

function value(found: Partial<WireValue>): WireValue {
  const { text, number: read, target_id, url, isOdd } = found
  return {
    text: text || null,
    number: read ?? null,
    target_id: target_id ?? null,
    url: url ?? null,
    isOdd: isOdd ?? false
  }
}

function partsOf(sent: unknown): WirePart[] {
  return Array.isArray(sent) ? sent : []
}

function storable(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

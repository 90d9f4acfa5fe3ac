import type { Block, Decoration, FormattedDate } from 'notion-types'

import type { Property } from '../../../db/collections/read-collections.ts'
import { propertyFileName } from '../../../site/notion/files/media-source.ts'
import { placeText } from '../../../site/notion/text/mentioned-object.ts'
import { placeholderText } from '../../../site/notion/text/mentions.ts'
import { placeOf } from '../../../site/notion/text/place-and-verification.ts'
import { datesIn, marksOf, plainText } from '../../../site/notion/text/rich-text.ts'
import { splitOptions } from '../../../site/notion/text/split-options.ts'
import { computedValue } from './computed-value.ts'
import type { DateParts, NamedFile, RelatedPage, Scalar, Value, ValueSource } from './value.ts'

/** The value of a property of a row; null if it is empty. */
export function propertyValue(property: Property, source: ValueSource): Value {
  const { block, scope } = source
  const text = propertyText(block, property.id)
  switch (property.type) {
    case 'formula':
    case 'rollup':
      return computedValue(property, source)
    case 'button':
      return null
    case 'number':
      return numberOf(plainText(text))
    case 'checkbox':
      return plainText(text) === 'Yes'
    case 'multi_select':
      return optionsOf(plainText(text), property.options)
    case 'date':
      return dateOf(text)
    case 'person':
      return (
        formerText(text, 'u', source) ??
        marksOf(text, 'u').flatMap((id) => scope.nameOf(String(id)) ?? [])
      )
    case 'relation':
      return (
        formerText(text, 'p', source) ??
        unique(marksOf(text, 'p').map(String)).map((id) => ({ id, ...scope.pageOf(id) }))
      )
    case 'file':
      return formerText(text, 'a', source) ?? filesOf(text, source)
    case 'place':
    case 'location':
      return placeValue(text) ?? (textWithLinks(text, source) || null)
    case 'auto_increment_id':
    case 'unique_id':
      return uniqueId(plainText(text).trim(), property.prefix)
    default:
      return recordValue(property, source) ?? (textWithLinks(text, source) || null)
  }
}

/** Values of system properties, which are fields of the record. */
function recordValue({ type }: Property, { block, scope }: ValueSource): string | undefined {
  switch (type) {
    case 'created_time':
      return isoTime(block.created_time)
    case 'last_edited_time':
      return isoTime(block.last_edited_time)
    case 'created_by':
      return scope.nameOf(block.created_by_id)
    case 'last_edited_by':
      return scope.nameOf(block.last_edited_by_id)
    default:
      return undefined
  }
}

/** UTC milliseconds as ISO 8601; undefined for an invalid time. */
export function isoTime(milliseconds: unknown): string | undefined {
  const date = new Date(Number(milliseconds))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/**
 * Texts of properties that the schema does not contain (any more), as pairs of property id and
 * text.
 */
export function strayValues(known: Property[], source: ValueSource): [string, string][] {
  const ids = new Set(['title', ...known.map(({ id }) => id)])
  return Object.keys(source.block.properties ?? {})
    .filter((id) => !ids.has(id))
    .toSorted()
    .map((id): [string, string] => [id, textWithLinks(propertyText(source.block, id), source)])
    .filter(([, text]) => text !== '')
}

/** A value as text for a CSV cell. */
export function valueText(value: Value): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(itemText).join(', ')
  if (typeof value !== 'object') return String(value)
  return plainText([['‣', [['d', value as FormattedDate]]]])
}

function itemText(item: Scalar | RelatedPage | NamedFile): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return 'name' in item ? item.name : (item.title ?? item.id)
}

function propertyText(block: Block, id: string): Decoration[] | undefined {
  const properties = (block.properties ?? {}) as Record<string, Decoration[] | undefined>
  return Object.hasOwn(properties, id) ? properties[id] : undefined
}

/**
 * Plain text, in which missing mentions are labelled by their kind; the address of a link follows in angle
 * brackets unless it equals the text.
 */
function textWithLinks(text: Decoration[] | undefined, { scope }: ValueSource): string {
  if (!Array.isArray(text)) return ''
  const parts = text.map((part) => {
    const shown = plainText([part], (id, kind) => scope.nameOf(id) ?? placeholderText(kind))
    const [address] = marksOf([part], 'a')
    return typeof address === 'string' && address !== shown && /^(https?|mailto):/.test(address)
      ? `${shown} <${address}>`
      : shown
  })
  return parts.join('').trim()
}

/** The number, or the text if it is not a number. */
function numberOf(text: string): number | string | null {
  const number = Number(text)
  if (text.trim() === '') return null
  return Number.isFinite(number) ? number : text
}

function uniqueId(number: string, prefix: string | undefined): string | null {
  if (number === '') return null
  return prefix ? `${prefix}-${number}` : number
}

function placeValue(text: Decoration[] | undefined): string | undefined {
  const place = placeOf(text)
  return place && placeText(place)
}

/** Text from before the property's type was changed; undefined if the value has the mark of its type. */
function formerText(
  text: Decoration[] | undefined,
  mark: string,
  source: ValueSource
): string | undefined {
  return marksOf(text, mark).length > 0 ? undefined : textWithLinks(text, source) || undefined
}

function optionsOf(text: string, names: string[]): string[] {
  return splitOptions(text, names)
    .map((name) => name.trim())
    .filter(Boolean)
}

function dateOf(text: Decoration[] | undefined): DateParts | string | null {
  const [date] = datesIn(text)
  if (!date) return plainText(text) || null
  const { type, start_date, start_time, end_date, end_time, time_zone } = date
  const parts = { type, start_date, start_time, end_date, end_time, time_zone }
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => typeof part === 'string')
  ) as unknown as DateParts
}

function filesOf(text: Decoration[] | undefined, { file, scope }: ValueSource): NamedFile[] {
  if (!Array.isArray(text)) return []
  return text.flatMap((part): NamedFile[] => {
    const [address] = marksOf([part], 'a')
    if (typeof address !== 'string') return []
    const stored = scope.linkTargets.file(address, file)
    const name = propertyFileName(part[0], address)
    return [{ name, ...(stored === undefined ? { address } : { file: stored }) }]
  })
}

function unique(ids: string[]): string[] {
  return [...new Set(ids)]
}

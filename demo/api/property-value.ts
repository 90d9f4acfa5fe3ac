import type { Block, Collection, Decoration, FormattedDate } from 'notion-types'

/** A property value in the form that filters and sorts compare. */
export type Comparable = string | number | boolean | string[] | undefined

/** What the evaluation of a row's values depends on. */
export interface RowContext {
  collection: Collection
  /** The caller's time zone, which assigns instants to days. */
  timeZone: string
  /** The caller's current day, `YYYY-MM-DD`. */
  today: string
}

/**
 * Reads a property of a row in comparable form; undefined if the row has no value. Dates are
 * `YYYY-MM-DD`, followed by `THH:MM` if they have a time.
 */
export function comparableValue(
  row: Block,
  propertyId: string,
  collection: Collection
): Comparable {
  const type = collection.schema[propertyId]?.type ?? 'text'
  if (type === 'created_time') return row.created_time
  if (type === 'last_edited_time') return row.last_edited_time
  if (type === 'created_by') return [row.created_by_id]
  if (type === 'last_edited_by') return [row.last_edited_by_id]

  const value = (row.properties as Record<string, Decoration[]> | undefined)?.[propertyId]
  if (type === 'checkbox') return value?.[0]?.[0] === 'Yes'
  if (!value) return undefined
  return readers[type] ? readers[type](value) : textOf(value)
}

/** Whether a property has no value; an unchecked checkbox counts as empty. */
export function isEmptyValue(value: Comparable): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === '' || value === false
}

/** The arguments of a mark in rich text: page ids for `p`, user ids for `u`. */
export function markArguments(value: Decoration[], mark: string): string[] {
  return value.flatMap((part) =>
    ((part[1] ?? []) as unknown as [string, unknown][])
      .filter(([name]) => name === mark)
      .map(([, argument]) => String(argument))
  )
}

/** Rich text without marks. */
export function textOf(value: Decoration[]): string {
  return value.map((part) => part[0]).join('')
}

const readers: Record<string, (value: Decoration[]) => Comparable> = {
  number: (value) => numberOf(textOf(value)),
  multi_select: (value) => textOf(value).split(',').filter(Boolean),
  relation: (value) => markArguments(value, 'p'),
  person: (value) => markArguments(value, 'u'),
  date: dateOf
}

function numberOf(text: string): number | undefined {
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

function dateOf(value: Decoration[]): string | undefined {
  const marks = (value[0]?.[1] ?? []) as unknown as [string, FormattedDate][]
  const date = marks.find(([name]) => name === 'd')?.[1]
  return date?.start_time ? `${date.start_date}T${date.start_time}` : date?.start_date
}

import type { Block, Collection, Decoration, FormattedDate } from 'notion-types'

/** A property of a row as filters and sorts compare it. */
export type Comparable = string | number | boolean | string[] | undefined

/** Reads a property of a row in comparable form; undefined where the row has no value. */
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
  return readers[type]?.(value) ?? textOf(value)
}

const readers: Record<string, (value: Decoration[]) => Comparable> = {
  number: (value) => Number(textOf(value)),
  multi_select: (value) => textOf(value).split(','),
  relation: (value) => markArguments(value, 'p'),
  person: (value) => markArguments(value, 'u'),
  date: (value) => dateOf(value)?.start_date
}

function markArguments(value: Decoration[], mark: string): string[] {
  return value.flatMap((part) =>
    ((part[1] ?? []) as unknown as [string, unknown][])
      .filter(([name]) => name === mark)
      .map(([, argument]) => String(argument))
  )
}

/** The date of a date property. */
function dateOf(value: Decoration[] | undefined): FormattedDate | undefined {
  const marks = (value?.[0]?.[1] ?? []) as unknown as [string, FormattedDate][]
  return marks.find(([name]) => name === 'd')?.[1]
}

function textOf(value: Decoration[]): string {
  return value.map((part) => part[0]).join('')
}

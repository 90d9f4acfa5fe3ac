import type { Mirror } from '../mirror/open-mirror.ts'
import { type LookedUp, lookUpValues } from '../values/property-lookup.ts'

interface Order {
  collectionId: string
  property: string
  isDescending: boolean
}

interface PropertyRow {
  type: string
  options: string | null
}

/**
 * A function that sorts rows by a property: numbers and dates by size, options as they are listed,
 * words as a dictionary has them; rows without a value come last either way. Undefined when the
 * collection has no such property.
 */
export function rowSorter(
  mirror: Mirror,
  rowIds: string[],
  order: Order
): ((rowIds: string[]) => string[]) | undefined {
  const property = mirror.$client
    .prepare<[string, string], PropertyRow>(
      'select type, options from collection_property where collection_id = ? and property_id = ?'
    )
    .get(order.collectionId, order.property)
  if (!property) return undefined

  const keyOf = sortKey(property)
  const values = lookUpValues(mirror, rowIds, order.property)
  const keys = new Map([...values].map(([id, [first]]) => [id, first && keyOf(first)]))
  const sign = order.isDescending ? -1 : 1
  return (ids) =>
    ids
      // Looked up once for each row and not for each comparison.
      .map((id) => ({ id, key: keys.get(id) ?? null }))
      .toSorted((a, b) => compare(a.key, b.key, sign))
      .map(({ id }) => id)
}

type Key = string | number | null

function sortKey({ type, options }: PropertyRow): (value: LookedUp) => Key {
  if (optionTypes.has(type)) {
    const listed = JSON.parse(options ?? '[]') as { value?: string }[]
    const places = new Map(listed.map((option, place) => [option.value, place]))
    return ({ text }) => places.get(text ?? '') ?? listed.length
  }
  return ({ number, text }) => number ?? text
}

const optionTypes = new Set(['select', 'status', 'multi_select'])
const { compare: compareWords } = new Intl.Collator('en', { numeric: true })

function compare(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign
  return compareWords(String(a), String(b)) * sign
}

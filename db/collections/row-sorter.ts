import { isTagType } from '../../site/addresses/tag-path.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type LookedUpValue, lookUpValues } from '../values/look-up-values.ts'

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
 * Returns a function that sorts row ids by a property: numbers and dates by value, options in schema
 * order, texts alphabetically; rows without a value always come last. Undefined for an unknown
 * property.
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
      // One look-up per row instead of one per comparison.
      .map((id) => ({ id, key: keys.get(id) ?? null }))
      .toSorted((a, b) => compare(a.key, b.key, sign))
      .map(({ id }) => id)
}

type Key = string | number | null

function sortKey({ type, options }: PropertyRow): (value: LookedUpValue) => Key {
  if (isTagType(type)) {
    const listed = JSON.parse(options ?? '[]') as { value?: string }[]
    const places = new Map(listed.map((option, place) => [option.value, place]))
    return ({ text }) => places.get(text ?? '') ?? listed.length
  }
  return ({ number, text }) => number ?? text
}

const { compare: compareTexts } = new Intl.Collator('en', { numeric: true })

function compare(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign
  return compareTexts(String(a), String(b)) * sign
}

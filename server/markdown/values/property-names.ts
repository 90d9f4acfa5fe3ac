import type { Property } from '../../../db/collections/read-collections.ts'
import { distinctNames } from '../../../site/formats/distinct-names.ts'

/**
 * A name for each property of a collection, by property id: the second of two with the same name is
 * `Name (2)`.
 */
export function propertyNames(properties: Property[]): Map<string, string> {
  const names = properties.map(({ name }) => name)
  const distinct = distinctNames(names, (name, number) => `${name} (${number})`)
  return new Map(properties.map(({ id }, index) => [id, distinct[index] ?? id]))
}

import type { Property } from '../../../db/collections/read-collections.ts'

/**
 * A unique name for each property of a collection, by property id. Of several properties with one
 * name the first keeps it, the others get a number: `Name (2)`.
 */
export function distinctNames(properties: Property[]): Map<string, string> {
  const names = new Map<string, string>()
  const wanted = new Set(properties.map(({ name }) => name))
  const taken = new Set<string>()
  for (const { id, name } of properties) {
    let free = name
    for (let count = 2; taken.has(free) || (free !== name && wanted.has(free)); count++) {
      free = `${name} (${count})`
    }
    taken.add(free)
    names.set(id, free)
  }
  return names
}

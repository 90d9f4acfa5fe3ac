import { computedTypes } from '../../../db/records/property-values.ts'
import type { Property } from '../../../db/collections/read-collections.ts'
import { distinctNames } from './distinct-names.ts'
import type { Value, ValueSource } from './value.ts'

/** What a rollup or formula of a row comes to, as the mirror has computed it; null where it could not. */
export function computedValue({ id, isList }: Property, { block, scope }: ValueSource): Value {
  const { items, problem } = scope.computedOf(block.id, id)
  if (items.length === 0 && problem !== null) return null
  return isList || items.length > 1 ? items : (items[0] ?? null)
}

/** Why rollups and formulas of a row have no value, or not all of it, by name of the property. */
export function computedProblems(
  properties: Property[],
  { block, scope }: ValueSource
): Map<string, string> {
  const names = distinctNames(properties)
  return new Map(
    properties
      .filter(({ type }) => computedTypes.has(type))
      .flatMap(({ id, name }): [string, string][] => {
        const { problem } = scope.computedOf(block.id, id)
        return problem === null ? [] : [[names.get(id) ?? name, problem]]
      })
  )
}

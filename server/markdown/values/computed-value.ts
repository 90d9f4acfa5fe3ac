import { computedTypes } from '../../../db/records/property-values.ts'
import type { Property } from '../../../db/collections/read-collections.ts'
import { propertyNames } from './property-names.ts'
import type { Value, ValueSource } from './value.ts'

/** The stored result of a rollup or formula of a row; null if it could not be computed. */
export function computedValue({ id, isList }: Property, { block, scope }: ValueSource): Value {
  const { items, problem } = scope.computedOf(block.id, id)
  if (items.length === 0 && problem !== null) return null
  return isList || items.length > 1 ? items : (items[0] ?? null)
}

/** Why rollups and formulas of a row have no or only a partial value, by property name. */
export function computedProblems(
  properties: Property[],
  { block, scope }: ValueSource
): Map<string, string> {
  const names = propertyNames(properties)
  return new Map(
    properties
      .filter(({ type }) => computedTypes.has(type))
      .flatMap(({ id, name }): [string, string][] => {
        const { problem } = scope.computedOf(block.id, id)
        return problem === null ? [] : [[names.get(id) ?? name, problem]]
      })
  )
}

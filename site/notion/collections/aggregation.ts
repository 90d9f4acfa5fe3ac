import { isFields } from '../is-fields.ts'
import type { NormalizedProperty } from './normalize-schema.ts'

/** How values of rows become one result. */
export interface Aggregation {
  /** Notion's name of the function, such as `sum`, `percent_checked` or `latest_date`. */
  aggregator: string
  /** The names of the options that `count_per_group` and `percent_per_group` count, and of their group. */
  group?: { name: string; options: string[] } | undefined
}

/** The fields of a status that name its groups, such as "In progress". */
type GroupedProperty = Partial<Pick<NormalizedProperty, 'options' | 'groups'>>

/**
 * Reads an aggregation of a property, in Notion's format: a name, or
 * `{operator: 'percent_per_group', groupName}`. Undefined if it is malformed, or if the property has no
 * such group.
 */
export function readAggregation(
  value: unknown,
  property: GroupedProperty | undefined
): Aggregation | undefined {
  const { operator: aggregator, groupName: name } = isFields(value) ? value : { operator: value }
  if (typeof aggregator !== 'string') return undefined
  if (!aggregator.endsWith('_per_group')) return { aggregator }
  const group = property?.groups?.find((each) => each.name !== undefined && each.name === name)
  const options = property?.options?.filter(({ id = '' }) => group?.optionIds?.includes(id)) ?? []
  return (
    group && { aggregator, group: { name: String(name), options: options.map((one) => one.value) } }
  )
}

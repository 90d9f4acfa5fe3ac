import type { CollectionProperty, CollectionSchemas } from '../records/collection-schema.ts'
import { type ComputeOptions, ComputedValues, type Outcome } from './computed-values.ts'
import { localTime } from './formula/dates.ts'
import { type FormulaValue, isFormulaDate, itemsOf } from './formula/value.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import type { Yielder } from '../mirror/yielder.ts'
import { type TypedValue, computedTypes } from '../records/property-values.ts'
import { propertyValue } from '../schema/collection-tables.ts'
import { tableWriter } from '../mirror/table-writer.ts'

interface WriteOptions extends ComputeOptions {
  yielder: Yielder
}

/**
 * Writes the values of rollups and formulas to `property_value`. A value that cannot be computed has
 * its problem instead. Runs inside the caller's transaction, after the sent values are written.
 */
export async function writeComputedValues(mirror: Mirror, options: WriteOptions): Promise<void> {
  const { schemas, timeZone, yielder } = options
  const values = tableWriter(mirror, propertyValue, { scope: 'is_computed = 1' })
  const computed = new ComputedValues(mirror, options)
  const rowsOf = mirror.$client
    .prepare<[string], string>(
      `select id from block where parent_id = ? and parent_table = 'collection' order by id`
    )
    .pluck()

  for (const [collectionId, schema] of schemas) {
    const properties = [...schema.values()].filter(({ type }) => computedTypes.has(type))
    for (const pageId of properties.length > 0 ? rowsOf.all(collectionId) : []) {
      for (const property of properties) {
        const outcome = computed.outcome(pageId, property)
        const key = { page_id: pageId, collection_id: collectionId, property_id: property.id }
        for (const row of outcomeRows(property, outcome, timeZone)) values.write({ ...key, ...row })
      }
      await yielder.due()
    }
  }
  values.finish()
}

/** Whether a formula may read the current time, so that its value changes with every publication. */
export function readsClock(schemas: CollectionSchemas): boolean {
  const formulas = [...schemas.values()].flatMap((schema) =>
    [...schema.values()].flatMap(({ formula, formula2 }) => [formula, formula2])
  )
  return /now|today/i.test(JSON.stringify(formulas))
}

function outcomeRows({ type }: CollectionProperty, outcome: Outcome, timeZone: string) {
  const items = itemsOf(outcome.value).filter((item) => item !== null && item !== '')
  const found = items.map((item) => typedResult(item, timeZone))
  const { problem = null } = outcome
  const rows = found.length === 0 && problem !== null ? [typedResult(null, timeZone)] : found
  return rows.map((row, position) => {
    const isFinite = row.number === null || Number.isFinite(row.number)
    return {
      ...row,
      number: isFinite ? row.number : null,
      text: isFinite ? row.text : null,
      type,
      position,
      is_computed: true,
      problem: isFinite ? problem : 'it divides by zero, or has no finite result'
    }
  })
}

function typedResult(value: FormulaValue, timeZone: string): TypedValue {
  const none = { target_id: null, url: null, problem: null }
  if (typeof value === 'number') return { text: String(value), number: value, ...none }
  if (typeof value === 'boolean') {
    return { text: value ? 'Yes' : 'No', number: Number(value), ...none }
  }
  if (isFormulaDate(value)) {
    const ends = [value.start, value.end].flatMap((instant) =>
      instant === null ? [] : [instantText(instant, { timeZone, hasTime: value.hasTime })]
    )
    return { text: ends.join(' → '), number: value.start, ...none }
  }
  return { text: typeof value === 'string' ? value : null, number: null, ...none }
}

/** Formats as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM` in the site's time zone. */
function instantText(
  instant: number,
  { timeZone, hasTime }: { timeZone: string; hasTime: boolean }
): string {
  const clock = localTime(instant, timeZone).toPlainDateTime()
  return clock
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
    .slice(0, hasTime ? 16 : 10)
}

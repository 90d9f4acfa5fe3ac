/** Named values of a record or of another object from JSON, not validated. */
export type Fields = Record<string, unknown>

/** Whether a value is an object and neither an array nor null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an object; none of any other value. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

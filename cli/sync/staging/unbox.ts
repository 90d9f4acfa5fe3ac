/** What a box of a record map holds: a record, the statement that it may not be read, or something else. */
export type Unboxed = { record: object } | 'private' | 'unknown'

/** No known box nests deeper than two levels. */
const MAX_NESTING = 10

/**
 * Takes a record out of its box. The API has used `{role, value}` and `{spaceId, value: {value, role}}`;
 * a box of any nesting that has a role and no record holds a record that may not be read.
 */
export function unbox(box: unknown): Unboxed {
  let inner = box
  let hasRole = false
  for (let level = 0; level < MAX_NESTING && isObject(inner); level++) {
    if (isEmpty(inner)) return hasRole ? 'private' : 'unknown'
    if (!isBox(inner)) return { record: inner }
    if (inner['role'] === 'none') return 'private'
    hasRole ||= typeof inner['role'] === 'string'
    inner = inner['value']
  }
  return hasRole && (inner === undefined || inner === null) ? 'private' : 'unknown'
}

/** A record has an id or a type; a box has neither. */
function isBox(value: Record<string, unknown>): boolean {
  return !('id' in value) && !('type' in value) && ('role' in value || 'value' in value)
}

/** Nothing of a record; the space may be told of one that may not be read. */
function isEmpty(value: Record<string, unknown>): boolean {
  return Object.keys(value).every((key) => key === 'spaceId')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { isFields } from '../../../../site/notion/is-fields.ts'

/** The content of a box: a record, `private` for one that may not be read, or something else. */
export type Unboxed = { record: object } | 'private' | 'unknown'

/** Known boxes nest two levels deep. */
const MAX_NESTING = 10

/**
 * Takes a record out of its box of a record map. The API has used `{role, value}` and
 * `{spaceId, value: {value, role}}`. A box with a role and no record, at any level, is private.
 */
export function unbox(box: unknown): Unboxed {
  let inner = box
  let hasRole = false
  for (let level = 0; level < MAX_NESTING && isFields(inner); level++) {
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

/** Whether nothing is left of a record; the box of a private one may name its space. */
function isEmpty(value: Record<string, unknown>): boolean {
  return Object.keys(value).every((key) => key === 'spaceId')
}

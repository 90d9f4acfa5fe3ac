/** Fields of records that no reader of the site may see. */
const privateFields = new Set([
  'permissions',
  'discussions',
  'email',
  'automation_headers',
  'headers',
  'crdt_data',
  'crdt_format_version'
])

/** Fields whose keys are property ids, chosen by the workspace: no key of theirs says what it holds. */
const keyedByProperty = new Set(['properties', 'schema'])

const signedAddress =
  /^https?:\/\/\S+[?&](X-Amz-(Signature|Credential|Security-Token)|Signature|expirationTimestamp)=\S*$/i

/**
 * A copy of a record without private fields and without signatures in addresses: what is stored is
 * what anybody may read. The part of a signed address before its query string stays.
 */
export function withoutPrivateFields<T>(record: T): T {
  return cleaned(record, true) as T
}

function cleaned(value: unknown, isFiltered: boolean): unknown {
  if (typeof value === 'string') return signedAddress.test(value) ? value.split('?')[0] : value
  if (Array.isArray(value)) return value.map((item) => cleaned(item, isFiltered))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isFiltered || !privateFields.has(key))
      .map(([key, inner]) => [key, cleaned(inner, isFiltered && !keyedByProperty.has(key))])
  )
}

/** Fields of records that no reader of the site may see. */
const privateFields = new Set([
  'permissions',
  'discussions',
  'email',
  'automation_headers',
  'headers',
  'authorization',
  'credentials',
  'secret',
  'secrets',
  'client_secret',
  'token',
  'access_token',
  'api_key',
  'password',
  'crdt_data',
  'crdt_format_version'
])

/** Fields whose keys are property ids, chosen by the workspace: no key of theirs says what it holds. */
const keyedByProperty = new Set(['properties', 'schema'])

/** Parameters by which stores of files know a signed address: S3 and its likes, CloudFront, Google, Notion's own. */
const signature = [
  'X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)',
  'Signature',
  'expirationTimestamp',
  'sig'
].join('|')

/** The query string of an address with such a parameter, alone or in a text. */
const signedQuery = new RegExp(String.raw`\?(?:[^\s"'<>)?]*&)?(?:${signature})=[^\s"'<>)]*`, 'gi')

/** The same inside an address that carries another one encoded, as `/image/<address>` does. */
const encodedQuery = new RegExp(
  String.raw`%3F(?:(?:(?!%3F)[^\s"'<>?&])*%26)?(?:${signature})%3D[^\s"'<>?&]*`,
  'gi'
)

/**
 * A copy of a record without private fields, marks of comments, and signatures in addresses: what is stored is
 * what anybody may read. The part of a signed address before its query string stays.
 */
export function withoutPrivateFields<T>(record: T): T {
  return cleaned(record) as T
}

/** A text in which signed addresses end before their query strings. */
function withoutSignatures(text: string): string {
  // Most texts hold neither.
  const isSigned = text.includes('?') || text.includes('%3')
  return isSigned ? text.replaceAll(encodedQuery, '').replaceAll(signedQuery, '') : text
}

/** The mark that names the discussion of words in a text; a part of a text has marks for its second item. */
function isCommentMark(value: unknown): boolean {
  return Array.isArray(value) && value[0] === 'm' && typeof value[1] === 'string'
}

/** `isKeyed`: the keys of this object are the workspace's, those of the objects in it are Notion's. */
function cleaned(value: unknown, isKeyed = false): unknown {
  if (typeof value === 'string') return withoutSignatures(value)
  if (Array.isArray(value)) {
    return value.filter((item) => !isCommentMark(item)).map((item) => cleaned(item))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isKeyed || !privateFields.has(key))
      .map(([key, inner]) => [key, cleaned(inner, !isKeyed && keyedByProperty.has(key))])
  )
}

/** Fields of records that are never published, at any depth. */
export const privateFields: ReadonlySet<string> = new Set([
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

/**
 * An object with such a field cannot be converted to a text, which would end a sync or fail a page wherever
 * a record has an object instead of an id, a name or a number. Records of the workspace have none.
 */
const BREAKS_TEXTS = 'toString'

/** Fields whose keys are property ids, which may equal the name of a private field. */
const keyedByProperty = new Set(['properties', 'schema'])

/** Query parameters of signed addresses: S3 and compatible stores, CloudFront, Google, Notion. */
export const signatureParameters: readonly string[] = [
  'X-Amz-Signature',
  'X-Amz-Credential',
  'X-Amz-Security-Token',
  'X-Goog-Signature',
  'X-Goog-Credential',
  'X-Goog-Security-Token',
  'Signature',
  'expirationTimestamp',
  'sig'
]
const signature = signatureParameters.join('|')

/** A query string with a signature, which ends like this. An apostrophe or parenthesis can precede it. */
const signedQuery = (end: string) =>
  new RegExp(String.raw`\?(?:[^\s"<>?]*&(?:amp;)?)?(?:${signature})=${end}`, 'gi')

/** A text that is one address. */
const wholeAddress = /^(?:https?:\/\/|\/)[^\s"<>]*$/i
const queryOfAddress = signedQuery(String.raw`[^\s"<>]*`)

/** In a text, an apostrophe or parenthesis ends the address unless a parameter follows. */
const queryInText = signedQuery(String.raw`(?:[^\s"<>?]*&)?[^\s"'<>)]*`)

/** The query string of a signed address that is encoded in another one, such as `/image/<address>`. */
const parameters = String.raw`(?:(?:(?!%3F)[^\s"<>?&])*%26)?`
const encodedQuery = new RegExp(
  String.raw`%3F${parameters}(?:${signature})%3D${parameters}[^\s"'<>?&]*`,
  'gi'
)

/**
 * Copies a record without private fields, comment marks, text that is only suggested, and the query
 * strings of signed addresses, because staging and mirror contain only what may be published.
 */
export function withoutPrivateFields<T>(record: T): T {
  return cleaned(record) as T
}

/** The fields of a user that pages show. */
const userFields = new Set(['id', 'version', 'name', 'given_name', 'family_name', 'profile_photo'])
const nameFields = new Set(['name', 'given_name', 'family_name'])

/**
 * Copies the fields of a user that pages show. For a user without a name, Notion sends the e-mail address
 * as the name, which is dropped.
 */
export function publicUser<T extends object>(user: T): T {
  return Object.fromEntries(Object.entries(withoutPrivateFields(user)).filter(isPublic)) as T
}

function isPublic([key, value]: [string, unknown]): boolean {
  const isAddress = nameFields.has(key) && /\S@\S/.test(String(value))
  return userFields.has(key) && !isAddress
}

function withoutSignatures(text: string): string {
  // Most texts contain neither.
  if (!text.includes('?') && !text.includes('%3')) return text
  const query = wholeAddress.test(text) ? queryOfAddress : queryInText
  return text.replaceAll(encodedQuery, '').replaceAll(query, '')
}

/**
 * Marks of comments and of suggested edits, whose second item is the id of a discussion: text to insert
 * (`si`) or remove (`sr`), a style to add (`sa`) or remove (`sua`).
 */
const discussionMarks: ReadonlySet<unknown> = new Set(['m', 'si', 'sr', 'sa', 'sua'])

/** The second item of a piece of text is an array. */
function isDiscussionMark(value: unknown): value is unknown[] {
  return Array.isArray(value) && discussionMarks.has(value[0]) && typeof value[1] === 'string'
}

/** Whether a value is a piece of text that is only suggested. */
function isSuggestedText(value: unknown): boolean {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const marks: unknown = value[1]
  return Array.isArray(marks) && marks.some((mark) => isDiscussionMark(mark) && mark[0] === 'si')
}

/** `isKeyed`: the keys of this object are property ids, those of the objects in it are Notion's. */
function cleaned(value: unknown, isKeyed = false): unknown {
  if (typeof value === 'string') return withoutSignatures(value)
  if (Array.isArray(value)) {
    return value
      .filter((item) => !isDiscussionMark(item) && !isSuggestedText(item))
      .map((item) => cleaned(item))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isKeyed || !(key === BREAKS_TEXTS || privateFields.has(key)))
      .map(([key, inner]) => [key, cleaned(inner, !isKeyed && keyedByProperty.has(key))])
  )
}

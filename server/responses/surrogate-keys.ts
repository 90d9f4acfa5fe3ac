import { keys as changeKeys } from '../../db/changes/change-keys.ts'
import { parseId, undashId } from '../../site/notion/blocks/notion-id.ts'
import type { RenderedText } from './rendered-text.ts'

/** Pages and collections that are named; the header must fit into the buffers of common proxies. */
const MAX_NAMED = 20

const prefixes = new Map([
  ['page', 'p'],
  ['name', 'p'],
  ['rows', 'col'],
  ['collection', 'col']
])

/** A response that depends on one of these may name any page, without a key of that page. */
const { list, order, edits, names, tags, sync } = changeKeys
const listKeys = new Set<string>([list, order, edits, names, tags, sync])
/** Added to responses that may name any page. */
export const LIST_KEY = 't-list'

const kinds = new Map([
  ['text/html', 't-html'],
  ['text/markdown', 't-markdown'],
  ['application/json', 't-json']
])

/**
 * The keys by which a cache in front purges a response: `p-<id>` for each page that it names,
 * `col-<id>` for each collection, with 32 hex digits, and its kind, `t-html`, `t-markdown`, `t-json`,
 * `t-feed` or `t-names`. A response that names more of them has `t-many` instead of the rest, and one
 * that may name any page has `t-list`.
 */
export function surrogateKeys(
  keys: Iterable<string>,
  { mediaType, surrogateKind }: RenderedText
): string[] {
  const named = new Set<string>()
  let isList = false
  for (const key of keys) {
    isList ||= listKeys.has(key)
    const [kind = '', id = ''] = key.split(':')
    const prefix = prefixes.get(kind)
    // A text can mention any id, also one that a header cannot contain.
    const known = prefix && parseId(id)
    if (known) named.add(`${prefix}-${undashId(known)}`)
  }
  const type = surrogateKind ?? kinds.get(mediaType) ?? 't-feed'
  return [
    type,
    ...(isList ? [LIST_KEY] : []),
    ...(named.size > MAX_NAMED ? ['t-many'] : []),
    ...[...named].slice(0, MAX_NAMED)
  ]
}

import type { ViewQuery } from '../site/page-query.ts'
import type { Mirror } from './open-mirror.ts'

/** Each word reads all values of the collection. */
const MAX_WORDS = 6

/** The rows of a collection that a visitor's filters and words leave; undefined when there are none. */
export function narrowRows(
  mirror: Mirror,
  collectionId: string,
  { filters, search }: ViewQuery
): Set<string> | undefined {
  const sets = filters.map(({ property, value }) => {
    return new Set(withValue(mirror).all(collectionId, property, value))
  })
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
    sets.push(new Set(rowsWith(mirror, collectionId, word)))
  }
  if (sets.length === 0) return undefined
  const [first = new Set<string>(), ...rest] = sets
  return new Set([...first].filter((id) => rest.every((each) => each.has(id))))
}

function withValue({ $client }: Mirror) {
  return $client
    .prepare<[string, string, string], string>(
      `select page_id from property_value
        where collection_id = ? and property_id = ? and text = ?`
    )
    .pluck()
}

function rowsWith({ $client }: Mirror, collectionId: string, word: string): string[] {
  // SQLite folds the case of ASCII alone.
  const forms = [...new Set([word, word.toLowerCase(), word.toUpperCase(), capitalised(word)])]
  const patterns = forms.map((form) => `%${form.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`)
  const likes = patterns.map(() => String.raw`text like ? escape '\'`).join(' or ')
  return $client
    .prepare<string[], string>(
      `select distinct page_id from property_value where collection_id = ? and (${likes})`
    )
    .pluck()
    .all(collectionId, ...patterns)
}

function capitalised(word: string): string {
  const [first = '', ...rest] = word
  return `${first.toUpperCase()}${rest.join('').toLowerCase()}`
}

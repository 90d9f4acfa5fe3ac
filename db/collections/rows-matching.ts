import type { Collection, FormattedDate } from 'notion-types'

import type { PageQuery } from '../../site/addresses/page-query.ts'
import { valueKey } from '../../site/pages/page-model.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readRolledUpOf } from '../values/read-row-values.ts'

interface WordSearch {
  collection: Collection
  /** In lower case. */
  words: string[]
  textOf: PageQuery['textOf']
}

interface ValueRow {
  page_id: string
  property_id: string
  text: string | null
  number: number | null
}

/**
 * The rows that have each of these words in one of their values, as the mirror keeps it or as the
 * page writes it. All values are gone through once, however many words there are.
 */
export function rowsMatching(mirror: Mirror, search: WordSearch): Set<string> {
  const found = new Map<string, Set<string>>()
  for (const [id, text] of textsOf(mirror, search)) {
    const known = found.get(id) ?? new Set<string>()
    const left = known.size < search.words.length
    if (left) for (const word of search.words) if (text.includes(word)) known.add(word)
    found.set(id, known)
  }
  const isWhole = ([, words]: [string, Set<string>]) => words.size === search.words.length
  return new Set([...found].filter(isWhole).map(([id]) => id))
}

/** Every text of every row, in lower case: SQLite folds the case of ASCII alone. */
function* textsOf(
  mirror: Mirror,
  { collection, textOf }: WordSearch
): Generator<[id: string, text: string]> {
  const write = textOf && writer(mirror, collection, textOf)
  const values = mirror.$client.prepare<[string], ValueRow>(
    'select page_id, property_id, text, number from property_value where collection_id = ?'
  )
  for (const { page_id: id, property_id: property, text, number } of values.iterate(
    collection.id
  )) {
    if (text !== null) yield [id, text.toLowerCase()]
    if (number !== null && write) yield [id, write(property, { text: text ?? '', number })]
  }
  if (!write) return
  const dates = mirror.$client.prepare<[string], FormattedDate & DateOwner>(
    `select date.* from page join date_value as date on date.block_id = page.id
      where page.collection_id = ?`
  )
  for (const { block_id: id, property_id: property, ...date } of dates.iterate(collection.id)) {
    yield [id, write(property, { text: '', number: null, date })]
  }
}

interface DateOwner {
  block_id: string
  property_id: string
}

type Value = Pick<Parameters<NonNullable<PageQuery['textOf']>>[0], 'text' | 'number' | 'date'>

function writer(
  mirror: Mirror,
  collection: Collection,
  textOf: NonNullable<PageQuery['textOf']>
): (property: string, value: Value) => string {
  const rolledUp = readRolledUpOf(mirror, [collection])
  const schemas = collection.schema ?? {}
  return (property, value) => {
    const schema = Object.hasOwn(schemas, property) ? schemas[property] : undefined
    const shown = rolledUp[valueKey(collection.id, property)]
    return schema ? textOf({ ...value, schema, shown }).toLowerCase() : ''
  }
}

import type { Collection, FormattedDate } from 'notion-types'

import type { PageQuery } from '../../site/addresses/page-query.ts'
import { foldText } from '../../site/search/fold.ts'
import { valueKey } from '../../site/pages/page-model.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readRolledUpOf } from '../values/read-computed-values.ts'

interface WordSearch extends TextOwners {
  /** Folded; see `foldText`. */
  words: string[]
}

interface ValueRow {
  page_id: string
  property_id: string
  text: string | null
  number: number | null
}

/**
 * Returns the ids of the rows that contain every word in some value, as stored or as the page formats
 * it. One pass over all values, for any number of words.
 */
export function rowsMatching(mirror: Mirror, search: WordSearch): Set<string> {
  noteReads([keys.rows(search.collection.id), keys.edited(search.collection.id)])
  const found = new Map<string, Set<string>>()
  for (const [id, written] of readRowTexts(mirror, search)) {
    const text = foldText(written)
    const known = found.get(id) ?? new Set<string>()
    const isIncomplete = known.size < search.words.length
    if (isIncomplete) for (const word of search.words) if (text.includes(word)) known.add(word)
    found.set(id, known)
  }
  const isMatch = ([, words]: [string, Set<string>]) => words.size === search.words.length
  return new Set([...found].filter(isMatch).map(([id]) => id))
}

/** Whose texts are read. */
interface TextOwners {
  collection: Collection
  /** Only these rows; all rows by default. */
  rowIds?: string[]
  textOf: PageQuery['textOf']
}

/**
 * Yields every text that searches in a view match, with its row: stored texts with their property, then
 * values as the page formats them.
 */
export function* readRowTexts(
  mirror: Mirror,
  { collection, rowIds, textOf }: TextOwners
): Generator<[rowId: string, text: string, property?: string]> {
  const format = textOf && formatter(mirror, collection, textOf)
  const rows = rowIds && JSON.stringify(rowIds)
  const of = { collection: collection.id, ...(rows && { rows }) }
  const isWanted = (id: string) =>
    rows === undefined ? '' : `and ${id} in (select value from json_each(:rows))`
  const values = mirror.$client.prepare<[object], ValueRow>(
    `select page_id, property_id, text, number from property_value
      where collection_id = :collection ${isWanted('page_id')}`
  )
  for (const { page_id: id, property_id: property, text, number } of values.iterate(of)) {
    if (text !== null) yield [id, text, property]
    if (number !== null && format) yield [id, format(property, { text: text ?? '', number })]
  }
  if (!format) return
  const dates = mirror.$client.prepare<[object], FormattedDate & DateOwner>(
    `select date.* from page join date_value as date on date.block_id = page.id
      where page.collection_id = :collection ${isWanted('page.id')}`
  )
  for (const { block_id: id, property_id: property, ...date } of dates.iterate(of)) {
    yield [id, format(property, { text: '', number: null, date })]
  }
}

interface DateOwner {
  block_id: string
  property_id: string
}

type Value = Pick<Parameters<NonNullable<PageQuery['textOf']>>[0], 'text' | 'number' | 'date'>

function formatter(
  mirror: Mirror,
  collection: Collection,
  textOf: NonNullable<PageQuery['textOf']>
): (property: string, value: Value) => string {
  const rolledUp = readRolledUpOf(mirror, [collection])
  const schemas = collection.schema ?? {}
  return (property, value) => {
    const schema = Object.hasOwn(schemas, property) ? schemas[property] : undefined
    const shown = rolledUp[valueKey(collection.id, property)]
    return schema ? textOf({ ...value, schema, shown }) : ''
  }
}

import { createHash } from 'node:crypto'

import type { Block, Collection } from 'notion-types'

import { type CollectionProperty, readSchemas } from '../../../db/records/collection-schema.ts'
import { ids } from '../../../site/notion/blocks/block-references.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import { type FormulaReads, formulaReads } from './formula-reads.ts'
import type { RecordTable, RecordTypes } from '../workspace/record-types.ts'

type Schema = Map<string, CollectionProperty>

/** A formula that leads to more pages than this is not followed. */
const MAX_PAGES = 500

/** A row, or a page that a relation of one leads to, with the schema of its collection. */
interface Seen {
  row: Block
  schema: Schema
  /** Of the collection. */
  version?: number | undefined
  /** Rollups and formulas that are being followed, so that one that depends on itself ends. */
  path: string[]
}

/** The record as it is in this run; undefined for one that is not to be had, or not read yet. */
export type ReadRecord = <T extends RecordTable>(table: T, id: string) => RecordTypes[T] | undefined

/** Fields of a row's record that properties of these types show. */
const recordFields: Record<string, string> = {
  created_time: 'created_time',
  last_edited_time: 'last_edited_time',
  created_by: 'created_by_id',
  last_edited_by: 'last_edited_by_id'
}

/**
 * What the workspace looks at when it filters, sorts and groups rows: values of the rows, and what
 * relations, people, rollups and formulas read from other records.
 */
export class RowFacts {
  /** Whether something that was asked for changes with the time of day; to be reset by the caller. */
  isTimely = false
  readonly #read: ReadRecord
  readonly #schemas = new Map<string, Schema>()
  readonly #reads = new Map<CollectionProperty, FormulaReads>()
  readonly #followed = new Map<string, { digest: string; isTimely: boolean }>()

  constructor(read: ReadRecord) {
    this.#read = read
  }

  /** The value of a property as it is in the row's record. */
  plain(row: Block, property: string, collection: Collection): unknown {
    const type = this.#schemaOf(collection).get(property)?.type ?? ''
    return rawValue(row, property, type)
  }

  /** The value of a property with all that it reads from other records, such as the titles of related pages. */
  whole(row: Block, property: string, collection: Collection): unknown {
    return this.#value({ row, schema: this.#schemaOf(collection), path: [] }, property)
  }

  #value(seen: Seen, id: string): unknown {
    const property = seen.schema.get(id)
    const value = rawValue(seen.row, id, property?.type ?? '')
    switch (property?.type) {
      case 'relation':
        return relatedIds(seen.row, id).map((each) => [each, this.#title(each)])
      case 'person':
        return ids(marksOf(textOf(seen.row, id), 'u')).map((each) => [each, this.#name(each)])
      case 'created_by':
      case 'last_edited_by':
        return [value, this.#name(String(value))]
      case 'rollup':
      case 'formula':
        return this.#computed(seen, property)
      case 'verification':
        // It ends by itself.
        this.isTimely = true
        return value
      default:
        return value
    }
  }

  /** What a rollup or formula reads; each is followed once, as several may read the same one. */
  #computed(seen: Seen, property: CollectionProperty): unknown {
    const step = `${seen.row.id} ${property.id}`
    if (seen.path.includes(step)) return null
    const known = this.#followed.get(step)
    if (known) {
      this.isTimely ||= known.isTimely
      return known.digest
    }
    const wasTimely = this.isTimely
    this.isTimely = false
    const digest = digestOf(this.#follow({ ...seen, path: [...seen.path, step] }, property))
    this.#followed.set(step, { digest, isTimely: this.isTimely })
    this.isTimely ||= wasTimely
    return digest
  }

  #follow(seen: Seen, property: CollectionProperty): unknown {
    if (property.type === 'rollup') return this.#rollup(seen, property)
    const reads = this.#reads.get(property) ?? formulaReads(property)
    this.#reads.set(property, reads)
    this.isTimely ||= reads.isTimely
    return this.#pagesFor(seen, reads).map((page) => {
      const values = namedIn(page, reads).map(({ id }) => [id, this.#value(page, id)])
      return [page.row.id, page.version, values]
    })
  }

  #rollup(
    seen: Seen,
    { relation_property: relation, target_property: target }: CollectionProperty
  ) {
    const id = target ?? 'title'
    return relatedIds(seen.row, relation ?? '').map((page) => {
      const related = this.#related(page, seen.path)
      return related && [page, related.version, this.#value(related, id)]
    })
  }

  /** The row of a formula, and the pages that relations lead to which the formula names. */
  #pagesFor(seen: Seen, reads: FormulaReads): Seen[] {
    const pages = new Map([[seen.row.id, seen]])
    let edge = [seen]
    for (let hop = 0; hop < reads.hops && edge.length > 0; hop++) {
      const relations = edge.flatMap((page) =>
        namedIn(page, reads).flatMap(({ id, type }) =>
          type === 'relation' ? relatedIds(page.row, id) : []
        )
      )
      const ahead = [...new Set(relations)].filter((id) => !pages.has(id))
      edge = ahead.flatMap((id) => this.#related(id, seen.path) ?? [])
      for (const page of edge) pages.set(page.row.id, page)
      if (pages.size <= MAX_PAGES) continue
      // Asking for the view is cheaper than looking at so many pages for each of its rows.
      this.isTimely = true
      return []
    }
    return [...pages.values()]
  }

  #related(id: string, path: string[]): Seen | undefined {
    const row = this.#read('block', id)
    if (!row) return undefined
    const home =
      row.parent_table === 'collection' ? this.#read('collection', row.parent_id) : undefined
    const schema: Schema = home ? this.#schemaOf(home) : new Map()
    return { row, schema, path, version: home?.version }
  }

  #title(id: string): unknown {
    return this.#read('block', id)?.properties?.title ?? null
  }

  #name(id: string): unknown {
    const user: { name?: unknown; given_name?: unknown; family_name?: unknown } | undefined =
      this.#read('notion_user', id)
    return user ? [user.name, user.given_name, user.family_name] : null
  }

  #schemaOf(collection: Collection): Schema {
    const known = this.#schemas.get(collection.id)
    const schema = known ?? readSchemas([collection]).get(collection.id) ?? new Map()
    this.#schemas.set(collection.id, schema)
    return schema
  }
}

/** The properties of a page's collection that a formula names. */
function namedIn({ schema }: Seen, { properties }: FormulaReads): CollectionProperty[] {
  return [...schema.values()].filter(({ id, name }) => properties.has(id) || properties.has(name))
}

/** A digest of anything that JSON can hold. */
export function digestOf(facts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(facts) ?? '')
    .digest('hex')
}

function rawValue(row: Block, property: string, type: string): unknown {
  const field = recordFields[type]
  const values: Record<string, unknown> = field ? { ...row } : (row.properties ?? {})
  return values[field ?? property] ?? null
}

function relatedIds(row: Block, property: string): string[] {
  return ids(marksOf(textOf(row, property), 'p'))
}

function textOf(row: Block, property: string) {
  const values: Partial<Record<string, unknown>> = row.properties ?? {}
  const text = values[property]
  // The marks are looked for in whatever is there.
  return Array.isArray(text) ? (text as Parameters<typeof marksOf>[0]) : undefined
}

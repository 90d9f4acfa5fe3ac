import { createHash } from 'node:crypto'

import type { Block, Collection } from 'notion-types'

import { type CollectionProperty, readSchemas } from '../../../db/records/collection-schema.ts'
import { ids } from '../../../site/notion/blocks/block-references.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import { type FormulaReads, formulaReads } from './formula-reads.ts'
import type { RecordTable, RecordTypes } from '../workspace/records/record-tables.ts'

type Schema = Map<string, CollectionProperty>

/** Formulas that lead to more pages than this are not followed. */
const MAX_PAGES = 500
/** Longer chains of rollups and formulas are not followed. */
const MAX_CHAIN = 100

/** A row, or a related page, with the schema of its collection. */
interface VisitedRow {
  row: Block
  schema: Schema
  /** Version of the collection. */
  version?: number | undefined
  /** Rollups and formulas being followed, to stop at those that depend on themselves. */
  path: string[]
}

/** The record as it is in this run; undefined if it is absent or not read yet. */
export type ReadRecord = <T extends RecordTable>(table: T, id: string) => RecordTypes[T] | undefined

/** Record fields that properties of these types show. */
const recordFields: Record<string, string> = {
  created_time: 'created_time',
  last_edited_time: 'last_edited_time',
  created_by: 'created_by_id',
  last_edited_by: 'last_edited_by_id'
}

/**
 * The values with which the workspace filters, sorts and groups rows, including what relations,
 * people, rollups and formulas read from other records.
 */
export class RowFacts {
  /** Whether a value since the last reset by the caller depends on the time of day. */
  isTimely = false
  readonly #read: ReadRecord
  readonly #schemas = new Map<string, Schema>()
  readonly #reads = new Map<CollectionProperty, FormulaReads>()
  readonly #followed = new Map<string, { digest: string; isTimely: boolean }>()

  constructor(read: ReadRecord) {
    this.#read = read
  }

  /** The value of a property in the record of the row. */
  plain(row: Block, property: string, collection: Collection): unknown {
    const type = this.#schemaOf(collection).get(property)?.type ?? ''
    return rawValue(row, property, type)
  }

  /** The value of a property with its input from other records, such as the titles of related pages. */
  whole(row: Block, property: string, collection: Collection): unknown {
    return this.#value({ row, schema: this.#schemaOf(collection), path: [] }, property)
  }

  #value(visited: VisitedRow, id: string): unknown {
    const property = visited.schema.get(id)
    const value = rawValue(visited.row, id, property?.type ?? '')
    switch (property?.type) {
      case 'relation':
        return relatedIds(visited.row, id).map((each) => [each, this.#title(each)])
      case 'person':
        return ids(marksOf(textOf(visited.row, id), 'u')).map((each) => [each, this.#name(each)])
      case 'created_by':
      case 'last_edited_by':
        return [value, this.#name(String(value))]
      case 'rollup':
      case 'formula':
        return this.#computed(visited, property)
      case 'verification':
        // A verification expires.
        this.isTimely = true
        return value
      default:
        return value
    }
  }

  /** A digest of the input of a rollup or formula, computed once: several may read the same one. */
  #computed(visited: VisitedRow, property: CollectionProperty): unknown {
    const step = `${visited.row.id} ${property.id}`
    if (visited.path.includes(step)) return null
    if (visited.path.length === MAX_CHAIN) {
      this.isTimely = true
      return null
    }
    const known = this.#followed.get(step)
    if (known) {
      this.isTimely ||= known.isTimely
      return known.digest
    }
    const wasTimely = this.isTimely
    this.isTimely = false
    const digest = digestOf(this.#follow({ ...visited, path: [...visited.path, step] }, property))
    this.#followed.set(step, { digest, isTimely: this.isTimely })
    this.isTimely ||= wasTimely
    return digest
  }

  #follow(visited: VisitedRow, property: CollectionProperty): unknown {
    if (property.type === 'rollup') return this.#rollup(visited, property)
    const reads = this.#reads.get(property) ?? formulaReads(property)
    this.#reads.set(property, reads)
    this.isTimely ||= reads.isTimely
    return this.#pagesFor(visited, reads).map((page) => {
      const values = namedIn(page, reads).map(({ id }) => [id, this.#value(page, id)])
      return [page.row.id, page.version, values]
    })
  }

  #rollup(
    visited: VisitedRow,
    { relation_property: relation, target_property: target }: CollectionProperty
  ) {
    const id = target ?? 'title'
    return relatedIds(visited.row, relation ?? '').map((page) => {
      const related = this.#related(page, visited.path)
      return related && [page, related.version, this.#value(related, id)]
    })
  }

  /** The row of a formula, and the pages to which its relations lead. */
  #pagesFor(visited: VisitedRow, reads: FormulaReads): VisitedRow[] {
    const pages = new Map([[visited.row.id, visited]])
    let edge = [visited]
    for (let hop = 0; hop < reads.hops && edge.length > 0; hop++) {
      const relations = edge.flatMap((page) =>
        namedIn(page, reads).flatMap(({ id, type }) =>
          type === 'relation' ? relatedIds(page.row, id) : []
        )
      )
      const ahead = [...new Set(relations)].filter((id) => !pages.has(id))
      edge = ahead.flatMap((id) => this.#related(id, visited.path) ?? [])
      for (const page of edge) pages.set(page.row.id, page)
      if (pages.size <= MAX_PAGES) continue
      // A query of the view is cheaper than a look at so many pages for each row.
      this.isTimely = true
      return []
    }
    return [...pages.values()]
  }

  #related(id: string, path: string[]): VisitedRow | undefined {
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

/** Properties of the row's collection that a formula names. */
function namedIn({ schema }: VisitedRow, { properties }: FormulaReads): CollectionProperty[] {
  return [...schema.values()].filter(({ id, name }) => properties.has(id) || properties.has(name))
}

/** The SHA-256 of a JSON value, in hex. */
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
  // `marksOf` accepts any items.
  return Array.isArray(text) ? (text as Parameters<typeof marksOf>[0]) : undefined
}

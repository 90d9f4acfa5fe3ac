import type { Block, Collection } from 'notion-types'

import { type CollectionProperty, readSchemas } from '../../db/collection-schema.ts'
import { ids } from '../../site/block-references.ts'
import { marksOf } from '../../site/rich-text.ts'
import { type FormulaReads, formulaReads } from './formula-reads.ts'
import type { RecordTable, RecordTypes } from './records.ts'

type Schema = Map<string, CollectionProperty>

/** A row, or a page that a relation of one leads to, with the schema of its collection. */
interface Seen {
  row: Block
  schema: Schema
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

  #computed(seen: Seen, property: CollectionProperty): unknown {
    const step = `${seen.row.id} ${property.id}`
    if (seen.path.includes(step)) return null
    const next = { ...seen, path: [...seen.path, step] }
    if (property.type === 'rollup') return this.#rollup(next, property)

    const reads = this.#reads.get(property) ?? formulaReads(property)
    this.#reads.set(property, reads)
    this.isTimely ||= reads.isTimely
    return this.#named(next, reads, reads.hops)
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

  /** The properties that a formula names, of a row and of the pages that those of them that are relations lead to. */
  #named(seen: Seen, { properties }: FormulaReads, hops: number): unknown[] {
    const named = [...seen.schema.values()].filter(
      ({ id, name }) => properties.has(id) || properties.has(name)
    )
    return named.map(({ id, type }) => {
      const value = [id, this.#value(seen, id)]
      if (type !== 'relation' || hops === 0) return value
      const pages = relatedIds(seen.row, id).map((page) => {
        const related = this.#related(page, seen.path)
        const reads = { properties, isTimely: false, hops }
        return related && [related.version, this.#named(related, reads, hops - 1)]
      })
      return [...value, pages]
    })
  }

  #related(id: string, path: string[]): (Seen & { version: number | undefined }) | undefined {
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

import type { Block, Collection, CollectionView } from 'notion-types'

import { groupRule, subgroupRule } from '../../../site/notion/collections/view-group.ts'
import { type RowFacts, digestOf } from './row-facts.ts'
import { viewFilters } from '../workspace/query/view-query.ts'

/**
 * Digests of everything that decides which rows the views of a collection show, in which order and
 * groups: the view, the schema, and the values that its filter, sort and groups read from rows and
 * related records. While its fingerprint is the same, a view need not be queried.
 */
export class ViewFingerprints {
  readonly #collection: Collection
  readonly #rows: Block[]
  readonly #timeZone: string
  readonly #facts: RowFacts
  /** Digests by property, which several views may use. */
  readonly #columns = new Map<string, string | undefined>()

  constructor(options: {
    collection: Collection
    rows: Block[]
    timeZone: string
    facts: RowFacts
  }) {
    const { collection, rows, timeZone, facts } = options
    this.#collection = collection
    this.#rows = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    this.#timeZone = timeZone
    this.#facts = facts
  }

  /** The fingerprint of a view; undefined if its rows depend on the time or on the viewer. */
  of(view: CollectionView): string | undefined {
    const { filters, sorts, groups } = rulesOf(view)
    if (isRelative(filters) || isRelative(groups)) return undefined
    const ordering = new Set([...propertiesIn(sorts), ...propertiesIn(groups)])
    const filtering = propertiesIn(filters).filter((property) => !ordering.has(property))
    const columns = [
      ...[...ordering].toSorted().map((property) => this.#column(property, 'whole')),
      ...[...new Set(filtering)].toSorted().map((property) => this.#column(property, 'filter'))
    ]
    if (columns.includes(undefined)) return undefined
    const { version, schema } = this.#collection
    return digestOf([
      view.version,
      version,
      // 0 for a version that cannot be read.
      view.version ? null : [view.query2, view.format, view.type],
      version ? null : schema,
      this.#timeZone,
      this.#rows.map(({ id }) => id),
      columns
    ])
  }

  /** A digest of the values of a property in all rows; undefined if they depend on the time. */
  #column(property: string, use: 'whole' | 'filter'): string | undefined {
    const key = `${use} ${property}`
    if (this.#columns.has(key)) return this.#columns.get(key)
    const type = this.#collection.schema[property]?.type ?? ''
    // Filters compare relations and people by id, not by title or name.
    const isPlain = use === 'filter' && comparedById.has(type)
    this.#facts.isTimely = false
    const values = this.#rows.map((row) =>
      isPlain
        ? this.#facts.plain(row, property, this.#collection)
        : this.#facts.whole(row, property, this.#collection)
    )
    const column = this.#facts.isTimely ? undefined : digestOf([property, values])
    this.#columns.set(key, column)
    return column
  }
}

const comparedById = new Set(['relation', 'person', 'created_by', 'last_edited_by'])

function rulesOf(view: CollectionView) {
  // notion-types leaves the sort out of query2.
  const { sort } = (view.query2 ?? {}) as { sort?: unknown }
  return {
    filters: viewFilters(view),
    sorts: [sort ?? []],
    groups: [groupRule(view) ?? {}, subgroupRule(view) ?? {}]
  }
}

/** Ids of the properties in a rule, at any depth. */
function propertiesIn(rule: unknown): string[] {
  if (Array.isArray(rule)) return rule.flatMap(propertiesIn)
  if (typeof rule !== 'object' || rule === null) return []
  return Object.entries(rule).flatMap(([key, value]) =>
    key === 'property' && typeof value === 'string' ? [value] : propertiesIn(value)
  )
}

/** Whether a rule has a value such as "today" or "me". */
function isRelative(rule: unknown): boolean {
  if (Array.isArray(rule)) return rule.some(isRelative)
  if (typeof rule !== 'object' || rule === null) return false
  return Object.entries(rule).some(
    ([key, value]) =>
      ((key === 'type' || key === 'groupBy') && (value === 'relative' || value === 'me')) ||
      isRelative(value)
  )
}

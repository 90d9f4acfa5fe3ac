import { createHash } from 'node:crypto'

import type { Block, Collection, CollectionView } from 'notion-types'

import { groupRule, subgroupRule } from '../../site/view-group.ts'
import { viewFilters } from './view-query.ts'

/** Fields of a row's record that properties of these types show. */
const recordFields: Record<string, string> = {
  created_time: 'created_time',
  last_edited_time: 'last_edited_time',
  created_by: 'created_by_id',
  last_edited_by: 'last_edited_by_id'
}

/** Values that the workspace computes, from other rows or from the time of day. */
const computed = new Set(['formula', 'rollup'])

interface ViewFacts {
  view: CollectionView
  collection: Collection
  rows: Block[]
  timeZone: string
}

/**
 * A digest of everything that decides which rows a view shows, in which order and groups: the
 * view, the schema, and those values of the rows that its filter, sort and groups look at. On the
 * same basis the same rows come, and the view need not be queried. Undefined when time or other
 * collections have a say too.
 */
export function viewBasis({ view, collection, rows, timeZone }: ViewFacts): string | undefined {
  if (isVolatile(view, collection)) return undefined
  const used = usedProperties(view)
  const values = rows
    .map((row) => [row.id, ...used.map((property) => valueOf(row, property, collection))])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const facts = [view.version, collection.version, timeZone, values]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Whether a view's rows may change though neither it nor the collection nor a row does. */
function isVolatile(view: CollectionView, collection: Collection): boolean {
  const { filters, sorts, groups } = rulesOf(view)
  const typeOf = (property: string) => collection.schema[property]?.type ?? ''
  const isComputed = usedProperties(view).some((property) => computed.has(typeOf(property)))
  // A relation is sorted and grouped by the titles of pages elsewhere, a person by a name.
  const isOrderedElsewhere = [...propertiesIn(sorts), ...propertiesIn(groups)].some((property) =>
    /^(relation|person|created_by|last_edited_by)$/.test(typeOf(property))
  )
  return isComputed || isOrderedElsewhere || isRelative(filters) || isRelative(groups)
}

function rulesOf(view: CollectionView) {
  // notion-types leaves the sort out of query2.
  const { sort } = (view.query2 ?? {}) as { sort?: unknown }
  return {
    filters: viewFilters(view),
    sorts: [sort ?? []],
    groups: [groupRule(view) ?? {}, subgroupRule(view) ?? {}]
  }
}

function usedProperties(view: CollectionView): string[] {
  const { filters, sorts, groups } = rulesOf(view)
  return [...new Set([filters, sorts, groups].flatMap(propertiesIn))].toSorted()
}

/** Ids of the properties that a rule names, at any depth. */
function propertiesIn(rule: unknown): string[] {
  if (Array.isArray(rule)) return rule.flatMap(propertiesIn)
  if (typeof rule !== 'object' || rule === null) return []
  return Object.entries(rule).flatMap(([key, value]) =>
    key === 'property' && typeof value === 'string' ? [value] : propertiesIn(value)
  )
}

/** Whether a rule speaks of "today" or the like, or of the person who looks. */
function isRelative(rule: unknown): boolean {
  if (Array.isArray(rule)) return rule.some(isRelative)
  if (typeof rule !== 'object' || rule === null) return false
  return Object.entries(rule).some(
    ([key, value]) =>
      ((key === 'type' || key === 'groupBy') && (value === 'relative' || value === 'me')) ||
      isRelative(value)
  )
}

function valueOf(row: Block, property: string, collection: Collection): unknown {
  const field = recordFields[collection.schema[property]?.type ?? '']
  const values: Record<string, unknown> = field ? { ...row } : (row.properties ?? {})
  return values[field ?? property] ?? null
}

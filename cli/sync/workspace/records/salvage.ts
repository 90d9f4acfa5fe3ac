import type { Block } from 'notion-types'

import { UNREADABLE_TYPE } from '../../../../site/notion/blocks/block-types.ts'
import type { RecordTable, RecordTypes } from './record-tables.ts'
import { versionOf } from './page-version.ts'
import { isFields } from '../../../../site/notion/is-fields.ts'
import { isNestedDeeper } from '../../../../site/notion/is-nested-deeper.ts'

/** A record with unexpected values, and its usable fields. */
export interface Damaged {
  reason: string
  /** Names of the fields with unexpected values; empty if no field can be used. */
  fields: string[]
  /** The record without those fields; undefined if too little is left of it. */
  record: RecordTypes[RecordTable] | undefined
  /** Whether the parent is unknown: only a block that lists the record can tell. */
  isAdrift: boolean
  /** The version of the record; undefined if it cannot be read either. */
  asOf: string | undefined
}

export type Salvage =
  /** `unread` names dropped fields that do not affect what a page shows. */
  { record: RecordTypes[RecordTable]; unread: string[] } | Damaged

/** Returns the part of a value that has the expected type; undefined for none. */
type Check = (value: unknown) => unknown

/** Nesting of a field. The JSON functions of SQLite accept 1,000 levels; V8's stack ends at a few thousand. */
const MAX_DEPTH = 500

const any: Check = (value) => value
const text: Check = (value) => (typeof value === 'string' ? value : undefined)
const flag: Check = (value) => (typeof value === 'boolean' ? value : undefined)
const number: Check = (value) => (Number.isFinite(value) ? value : undefined)
const list: Check = (value) => (Array.isArray(value) ? value : undefined)
const fields: Check = (value) => (isFields(value) ? value : undefined)
const ids: Check = (value) => {
  if (!Array.isArray(value)) return undefined
  const known = value.filter((item) => typeof item === 'string')
  return known.length === value.length ? value : known
}
/** A property that is not an object spoils the whole schema: it may be the `Public` checkbox. */
const schema: Check = (value) =>
  isFields(value) && Object.values(value).every(isFields) ? value : undefined
const texts: Check = (value) => {
  if (!isFields(value)) return undefined
  const entries = Object.entries(value)
  const known = entries.filter(([, item]) => Array.isArray(item))
  return known.length === entries.length ? value : Object.fromEntries(known)
}

const place = { parent_id: text, parent_table: text, alive: flag, space_id: text }
const marks = {
  version: number,
  created_time: number,
  last_edited_time: number,
  created_by_id: text,
  last_edited_by_id: text
}

/** The fields on which the sync and the pages rely; all others stay as they were sent, up to `MAX_DEPTH`. */
const checks: Record<RecordTable, Record<string, Check>> = {
  block: {
    ...place,
    ...marks,
    type: text,
    content: ids,
    properties: texts,
    format: fields,
    view_ids: ids,
    collection_id: text
  },
  collection: {
    ...place,
    version: number,
    schema,
    name: list,
    description: list,
    icon: text,
    cover: text,
    format: fields,
    template_pages: ids
  },
  collection_view: {
    ...place,
    version: number,
    type: text,
    name: text,
    format: fields,
    query2: fields,
    page_sort: ids
  },
  notion_user: {}
}

/** Fields whose absence counts as damage. */
const required: Record<RecordTable, string[]> = {
  block: ['type', 'parent_id', 'parent_table'],
  collection: ['schema'],
  collection_view: ['type'],
  notion_user: []
}

/** Fields without which a record cannot be used. */
const vital: Record<RecordTable, string[]> = {
  block: [],
  collection: ['schema'],
  collection_view: ['type'],
  notion_user: []
}

/** Types that stay in a damaged block: a placeholder would lose its pages, rows or views. */
const containers = new Set(['page', 'collection_view_page', 'collection_view'])

/** Checks the fields of a sent record, and drops unexpected values. `id`: the one that was requested. */
export function salvage(table: RecordTable, id: string, sent: object): Salvage {
  const { id: sentId = id }: { id?: unknown } = sent
  if (sentId !== id) return damagedWhole('it has another id')
  const record: Record<string, unknown> = { ...defaults(table), ...sent, id }
  const relied = new Map(Object.entries(checks[table]))
  const wrong = [...new Set([...relied.keys(), ...Object.keys(record)])].filter(
    (name) => !repair(record, name, relied.get(name) ?? any)
  )
  const missing = required[table].filter((name) => record[name] === undefined)
  const harmful = wrong.filter((name) => relied.has(name) && !(name in marks))
  const damage = new Set([...harmful, ...missing])
  if (table === 'block') complete(record, damage)
  // The mirror has no collection or view without it.
  else if (table !== 'notion_user') record['parent_id'] ??= ''
  // The fields are checked above.
  const usable = record as unknown as RecordTypes[RecordTable]
  if (damage.size === 0) return { record: usable, unread: wrong }
  const isLost = vital[table].some((name) => damage.has(name))
  return {
    reason: `unexpected values in ${[...damage].join(', ')}`,
    fields: [...damage],
    record: isLost ? undefined : usable,
    isAdrift: Object.keys(place).some((name) => damage.has(name)),
    asOf: wrong.some((name) => name in marks) ? undefined : versionOf(record as unknown as Block)
  }
}

/** The damage of a record without any usable field. */
export function damagedWhole(reason: string): Damaged {
  return { reason, fields: [], record: undefined, isAdrift: true, asOf: undefined }
}

/** The placeholder that a page shows for a block that could not be read. */
export function unreadableBlock(id: string): Block {
  const home = { parent_id: '', parent_table: 'block' }
  return { ...defaults('block'), ...home, id, type: UNREADABLE_TYPE } as unknown as Block
}

/** Values that the mirror needs and that old records lack. */
function defaults(table: RecordTable): object {
  if (table === 'block') return { version: 0, created_time: 0, last_edited_time: 0 }
  return table === 'notion_user' ? {} : { version: 0 }
}

/** Reduces a field to its usable part; false if its value was unexpected. */
function repair(record: Record<string, unknown>, name: string, check: Check): boolean {
  const value = record[name]
  if (value === undefined) return true
  const usable = isNestedDeeper(value, MAX_DEPTH) ? undefined : check(value)
  if (usable === value) return true
  record[name] = usable ?? (check === number ? 0 : undefined)
  if (record[name] === undefined) delete record[name]
  return value === null && check !== number
}

/**
 * Completes a damaged block. A row becomes a page; any other block becomes a placeholder with the
 * text and content that are left, unless only its place is damaged.
 */
function complete(record: Record<string, unknown>, damage: Set<string>): void {
  if (damage.size === 0) return
  if (record['type'] === undefined && record['parent_table'] === 'collection') {
    record['type'] = 'page'
  }
  const isShownWhole = [...damage].every((name) => name in place)
  if (!isShownWhole && !containers.has(String(record['type']))) record['type'] = UNREADABLE_TYPE
  record['parent_id'] ??= ''
  record['parent_table'] ??= 'block'
}

import type Database from 'better-sqlite3'

import type { FoundRecord, RecordTable } from '../workspace/records/record-tables.ts'

/** Why a staged record differs from the record in the workspace. Stored as JSON with these keys. */
export interface Flaw {
  reason: string
  /** Whether the staged record is the published one. */
  isKept: boolean
  /** Whether the parent of the record is unknown. */
  isAdrift: boolean
  /** The version of the record, or another value that changes when the flaw does. */
  asOf: string
}

/** What is stored with a record beside its text. */
export interface Remarks {
  flaw?: Flaw | undefined
  /** Names of dropped fields that do not affect the site. */
  unread?: string[] | undefined
}

/** A found record with a flaw. */
export interface FlawedRecord extends FoundRecord {
  /** Type of the record that replaces it; null if it is excluded. */
  type: string | null
  isAccepted: boolean
  flaw: Flaw
  /** Whether an earlier run has published and reported the same flaw. */
  isReported: boolean
}

export function flawOf(staged: { flaw: string | null } | undefined): Flaw | undefined {
  return staged?.flaw ? (JSON.parse(staged.flaw) as Flaw) : undefined
}

/** The found records with a flaw, accepted or excluded. Needs the tables of the frontier. */
export function readFlawed(client: Database.Database): FlawedRecord[] {
  const sql = `
    select frontier.kind, frontier.id, frontier.page_id as pageId, frontier.type, state, flaw, is_reported
      from record cross join frontier on record.kind = frontier.kind and record.id = frontier.id
     where flaw is not null order by frontier.kind, frontier.id`
  const rows = client.prepare<[], FlawedRow>(sql).all()
  return rows.map(({ kind, id, pageId, type, state, flaw, is_reported }) => ({
    table: kind,
    id,
    pageId,
    type,
    isAccepted: state === 'accepted',
    flaw: JSON.parse(flaw) as Flaw,
    isReported: is_reported === 1
  }))
}

/** Ids of the accepted blocks that are replaced by their published copy. */
export function keptBlockIds(client: Database.Database): string[] {
  return readFlawed(client).flatMap(({ table, id, isAccepted, flaw }) =>
    table === 'block' && isAccepted && flaw.isKept ? [id] : []
  )
}

/** Accepted blocks that lack fields which do not affect the site. */
export function readPartlyRead(client: Database.Database): { id: string; fields: string[] }[] {
  const sql = `
    select frontier.id, unread
      from record cross join frontier on record.kind = frontier.kind and record.id = frontier.id
     where unread is not null and record.kind = 'block' and state = 'accepted' order by frontier.id`
  const rows = client.prepare<[], { id: string; unread: string }>(sql).all()
  return rows.map(({ id, unread }) => ({ id, fields: JSON.parse(unread) as string[] }))
}

interface FlawedRow {
  kind: RecordTable
  id: string
  pageId: string
  type: string | null
  state: string
  flaw: string
  is_reported: number
}

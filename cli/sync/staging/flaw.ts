import type Database from 'better-sqlite3'

import type { RecordTable } from '../workspace/record-types.ts'

/** Why a record could not be read as it is in the workspace. */
export interface Flaw {
  reason: string
  /** Whether the record that is staged is the one that was published last. */
  isKept: boolean
  /** Whether it is unknown where the record belongs. */
  isAdrift: boolean
  /** What tells one flawed state of the record from the next. */
  asOf: string
}

/** What is noted of a staged record beside its text. */
export interface Remarks {
  flaw?: Flaw | undefined
  /** Fields that were dropped and decide nothing. */
  unread?: string[] | undefined
}

/** A record of the walk that could not be read as it is in the workspace. */
export interface FlawedRecord {
  table: RecordTable
  id: string
  /** The page through which it was found. */
  pageId: string
  /** What the site has in its place; null when it is left out. */
  type: string | null
  isAccepted: boolean
  flaw: Flaw
  /** Whether an earlier run has published and reported the same. */
  isReported: boolean
}

/** The flaw of a staged record. */
export function flawOf(staged: { flaw: string | null } | undefined): Flaw | undefined {
  return staged?.flaw ? (JSON.parse(staged.flaw) as Flaw) : undefined
}

/** Records that the walk came to and that could not be read as they are, whatever it made of them. */
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

/** Blocks of the site that lack fields which decide nothing. */
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

/** Why a record that another record names is not in the mirror. */
export type Absence = 'missing' | 'private' | 'deleted' | 'foreign' | 'excluded' | 'switched off'

export interface AbsentRecord {
  table: string
  id: string
  reason: Absence
  /** Id of the record that names it. */
  namedBy: string
}

interface FailedFile {
  source: string
  /** Block that shows it. */
  blockId: string
  reason: string
}

/** How many records of each kind a run stored. */
export interface RecordCounts {
  pages: number
  blocks: number
  rows: number
  collections: number
  views: number
  users: number
}

/** The account of a run: what was not stored, with the reason, beside the counts of what was. */
export interface Account {
  stored: RecordCounts
  files: { expected: number; stored: number; failed: FailedFile[] }
  absent: AbsentRecord[]
}

/** An account in which nothing has happened yet. */
export function newAccount(): Account {
  return {
    stored: { pages: 0, blocks: 0, rows: 0, collections: 0, views: 0, users: 0 },
    files: { expected: 0, stored: 0, failed: [] },
    absent: []
  }
}

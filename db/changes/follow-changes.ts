import type { Mirror } from '../mirror/open-mirror.ts'
import { ChangedRows } from './changed-rows.ts'
import { watchedTables } from './watched-tables.ts'
import { writeChangeLog } from './write-change-log.ts'

/** Tracks what a publication changes, from its first write to its end. */
export interface ChangeFollower {
  /** Ends the tracking and logs the touched keys. */
  finish: (publication: { generation: number; isWithdrawal: boolean }) => void
  /** Ends the tracking without a publication. */
  stop: () => void
}

/**
 * Tracks all following writes with temporary triggers, so that no writer can omit a key. Runs inside
 * the caller's transaction.
 */
export function followChanges(mirror: Mirror): ChangeFollower {
  const { $client } = mirror
  const changes = new ChangedRows(mirror)
  $client.function('note_change', { varargs: true }, (table, ...values) => {
    changes.note(String(table), values)
    return null
  })
  // Without this, rows that "insert or replace" deletes fire no trigger.
  $client.pragma('recursive_triggers = ON')
  const tables = Object.entries(watchedTables)
  $client.exec(
    tables.map(([table, { columns }]) => triggersOf(table, columns.split(' '))).join('\n')
  )
  const stop = () => {
    for (const [table] of tables) {
      for (const event of events) $client.exec(`drop trigger if exists temp.note_${table}_${event}`)
    }
  }
  return {
    stop,
    finish: ({ generation, isWithdrawal }) => {
      stop()
      const touched = changes.touched()
      const isWithheld = isWithdrawal || touched.isWithheld
      writeChangeLog(mirror, generation, {
        keys: touched.keys,
        // The log must not name withheld pages.
        isEverything: touched.isEverything || isWithheld,
        isWithdrawal: touched.hasLostPages || isWithheld
      })
    }
  }
}

/** For a file that is written as a whole: logs that everything has changed. */
export function followNothing(mirror: Mirror): ChangeFollower {
  const touched = { keys: new Set<string>(), isEverything: true, isWithdrawal: true }
  return {
    stop: () => {},
    finish: ({ generation }) => writeChangeLog(mirror, generation, touched)
  }
}

const events = ['insert', 'update', 'delete'] as const

function triggersOf(table: string, columns: string[]): string {
  // To copy the text of each page whose position shifts would be expensive: only a flag is passed.
  const hasText = table === 'page' || table === 'search_section'
  const text = hasText ? 'old.text is not new.text' : '0'
  const isChanged = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
  const values = (side: 'old' | 'new') => columns.map((column) => `${side}.${column}`).join()
  const none = columns.map(() => 'null').join()
  const calls = {
    insert: `'${table}', 0, ${none}, ${values('new')}`,
    update: `'${table}', ${text}, ${values('old')}, ${values('new')}`,
    delete: `'${table}', 0, ${values('old')}, ${none}`
  }
  return events
    .map(
      (event) =>
        `create temp trigger note_${table}_${event} after ${event} on main.${table}
           ${event === 'update' ? `when ${isChanged} or ${text}` : ''}
         begin select note_change(${calls[event]}); end;`
    )
    .join('\n')
}

import type { Mirror } from '../mirror/open-mirror.ts'

/** Reasons of pages that exist and may not be seen: nothing of them is kept. */
const withheldReasons = new Set([
  'private',
  'foreign',
  'excluded',
  'switched off',
  'template',
  'response',
  'withdrawn'
])

/** Whether pages that leave for this reason are forgotten; others keep their path and title. */
export function isWithheld(reason: string): boolean {
  return withheldReasons.has(reason)
}

/**
 * Removes what the mirror remembers of pages that are withheld: paths, titles, and that they were
 * there. Also of those that an older fansite remembered. Returns how many rows it deleted. Runs
 * inside the caller's transaction, once `page` holds what is published.
 */
export function forgetWithheld({ $client }: Mirror, absences: Map<string, string>): number {
  const ids = [...absences].flatMap(([id, reason]) => (isWithheld(reason) ? [id] : []))
  const reasons = JSON.stringify([...withheldReasons])
  const gone = $client
    .prepare<[string, string]>(
      `delete from gone_page
        where id in (select value from json_each(?)) or reason in (select value from json_each(?))
           -- Pages below withheld ones: an older fansite kept them without their titles.
           or (title = '' and path <> '/' || replace(id, '-', ''))`
    )
    .run(JSON.stringify(ids), reasons).changes
  const orphans = (table: string) =>
    $client
      .prepare(
        `delete from ${table} where page_id not in (select id from page union select id from gone_page)`
      )
      .run().changes
  return gone + orphans('page_path') + orphans('former_title')
}

import type { Mirror } from '../mirror/open-mirror.ts'

/** Reasons for the absence of pages that exist but must not be visible: nothing of them is retained. */
const withheldReasons = new Set([
  'private',
  'foreign',
  'excluded',
  'switched off',
  'template',
  'response',
  'withdrawn'
])

/** Whether pages that are absent for this reason are deleted without a trace; others leave path and title. */
export function isWithheld(reason: string): boolean {
  return withheldReasons.has(reason)
}

/**
 * Whether the mirror has a block or database that is withheld now. Blocks that are not pages can be
 * withheld too, such as the original of a synced block. Call it before the records are written.
 */
export function hasWithheld({ $client }: Mirror, absences: Map<string, string>): boolean {
  const found = $client.prepare<[string]>(
    `select 1 from json_each(?) as withheld
      where exists (select 1 from block where id = withheld.value)
         or exists (select 1 from collection where id = withheld.value) limit 1`
  )
  return found.get(withheldIds(absences)) !== undefined
}

/**
 * Deletes the history of withheld pages, including history of an older fansite: paths, titles and
 * rows of `gone_page`. Returns the number of deleted rows. Runs inside the caller's transaction, after
 * `page` is written.
 */
export function deleteWithheld({ $client }: Mirror, absences: Map<string, string>): number {
  const reasons = JSON.stringify([...withheldReasons])
  const gone = $client
    .prepare<[string, string]>(
      `delete from gone_page
        where id in (select value from json_each(?)) or reason in (select value from json_each(?))
           -- Descendants of withheld pages: an older fansite stored them without titles.
           or (title = '' and path <> '/' || replace(id, '-', ''))`
    )
    .run(withheldIds(absences), reasons).changes
  const orphans = (table: string) =>
    $client
      .prepare(
        `delete from ${table} where page_id not in (select id from page union select id from gone_page)`
      )
      .run().changes
  return gone + orphans('page_path') + orphans('former_title') + orphans('title_mention')
}

/** The ids of withheld records, as JSON. */
function withheldIds(absences: Map<string, string>): string {
  return JSON.stringify([...absences].flatMap(([id, reason]) => (isWithheld(reason) ? [id] : [])))
}

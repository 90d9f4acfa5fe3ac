import type { Records } from '../../sync/workspace/records/read-records.ts'
import type { RecordTable } from '../../sync/workspace/records/record-tables.ts'
import type { Damaged } from '../../sync/workspace/records/salvage.ts'
import { type Finding, updateRemedy } from '../finding.ts'

/** If a larger share of the records is damaged, the API has changed. */
const CHANGED_SHARE = 0.5

/** The finding for one requested record; `found` is null if it may not be read. */
export function recordFinding(
  table: RecordTable,
  { found, damaged }: { found: object | null | undefined; damaged: Damaged | undefined }
): Finding {
  const facts = { table }
  if (damaged) {
    const what = `${table}: the record has ${damaged.reason}`
    const fields = { ...facts, fields: damaged.fields }
    return { status: 'failure', code: 'shape_changed', what, remedy: updateRemedy, facts: fields }
  }
  if (found) {
    const what = `${table}: the record has the known shape`
    return { status: 'ok', code: 'shape_known', what, facts }
  }
  const cause = found === null ? 'may not be read' : 'is missing in the response'
  return {
    status: 'warning',
    code: found === null ? 'record_private' : 'record_missing',
    what: `${table}: the record ${cause}`,
    remedy: 'share the page in Notion; the sync reports records that it cannot read',
    facts
  }
}

/** The finding for a response with many records. */
export function recordsFinding(endpoint: string, records: Records): Finding {
  const { damaged, unread } = records
  const tables = [records.block, records.collection, records.collection_view, records.notion_user]
  const count = tables.reduce((sum, { size }) => sum + size, damaged.size)
  const fields = new Set([
    ...[...damaged.values()].flatMap((each) => each.fields),
    ...[...unread.values()].flat()
  ])
  const facts = { endpoint, records: count, damaged: damaged.size, fields: [...fields] }
  if (damaged.size === 0 && unread.size === 0) {
    const what = `${endpoint}: ${count} records have the known shape`
    return { status: 'ok', code: 'shape_known', what, facts }
  }
  const wrong = Math.max(damaged.size, unread.size)
  const what = `${endpoint}: ${wrong} of ${count} records have unexpected values in ${[...fields].join(', ')}`
  const status = wrong > count * CHANGED_SHARE ? 'failure' : 'warning'
  return { status, code: 'shape_changed', what, remedy: updateRemedy, facts }
}

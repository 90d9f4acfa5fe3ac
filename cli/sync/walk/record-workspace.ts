import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

import type { Block } from 'notion-types'

import { PRIVATE_MODE } from '../../../db/mirror/files/private-file.ts'
import { withShownGroups } from '../../../db/records/shown-groups.ts'
import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'
import { withoutPrivateFields } from '../staging/private-fields.ts'
import type { AcceptedRecords } from './accepted-records.ts'
import type { UnexpectedResponse } from '../workspace/workspace.ts'

/** Fields that are written of an unpublished record: enough for the sync to exclude it again. */
const outline = [
  'id',
  'type',
  'parent_id',
  'parent_table',
  'space_id',
  'alive',
  'is_template',
  'version',
  'created_time',
  'last_edited_time'
] as const

/**
 * Writes the records of a run to `workspace.json`, which `npm run workspace` serves: published
 * records without private fields, an outline of unpublished ones, and the order of rows in views.
 */
export function recordWorkspace(
  dir: string,
  records: AcceptedRecords,
  identity: MirrorIdentity
): void {
  const file = path.join(dir, 'workspace.json')
  mkdirSync(dir, { recursive: true })
  // An existing file would keep its old mode.
  rmSync(`${file}.part`, { force: true })
  const handle = openSync(`${file}.part`, 'wx', PRIVATE_MODE)
  try {
    const write = (text: string) => writeSync(handle, text)
    write(`{"rootPageId":${JSON.stringify(identity.rootPageId)},`)
    write(`"spaceId":${JSON.stringify(identity.spaceId)}`)
    writeTable(write, 'block', blocksOf(records))
    writeTable(write, 'collection', records.collections())
    writeTable(write, 'collection_view', viewsOf(records))
    writeTable(write, 'notion_user', usersOf(records))
    write(`,"privateIds":${JSON.stringify(records.privateIds())}`)
    write(`,"query":${JSON.stringify(rowOrders(records))}}\n`)
  } finally {
    closeSync(handle)
  }
  renameSync(`${file}.part`, file)
}

/** Returns a function that writes each unexpected response into a file of its own in the folder. */
export function unexpectedResponseWriter(dir: string) {
  let count = 0
  return (call: UnexpectedResponse): void => {
    mkdirSync(dir, { recursive: true })
    const file = path.join(dir, `not-understood-${++count}.json`)
    rmSync(file, { force: true })
    const handle = openSync(file, 'wx', PRIVATE_MODE)
    writeSync(handle, `${JSON.stringify(withoutPrivateFields(call), null, 2)}\n`)
    closeSync(handle)
  }
}

function writeTable(
  write: (text: string) => void,
  name: string,
  records: Iterable<{ id: string }>
): void {
  write(`,\n"${name}":{`)
  let separator = ''
  for (const record of records) {
    write(`${separator}\n${JSON.stringify(record.id)}:${JSON.stringify(record)}`)
    separator = ','
  }
  write('}')
}

function* blocksOf(records: AcceptedRecords): Iterable<{ id: string }> {
  yield* records.blocks()
  for (const block of records.excludedBlocks()) yield outlineOf(block)
}

function outlineOf(block: Block): { id: string } {
  // notion-types does not declare every field.
  const sent: Record<string, unknown> = { ...block }
  const fields = outline.flatMap((field) => (field in sent ? [[field, sent[field]]] : []))
  return { ...Object.fromEntries(fields), id: block.id }
}

function* viewsOf(records: AcceptedRecords): Iterable<{ id: string }> {
  const pageIds = records.pageIds()
  for (const walked of records.views()) {
    yield withShownGroups(walked, (id) => pageIds.has(id)).view
  }
}

/** As the site shows them: a name and a picture. */
function* usersOf(records: AcceptedRecords): Iterable<{ id: string }> {
  for (const { id, name, avatar } of records.users()) {
    const user = { id, given_name: name, family_name: '', profile_photo: avatar ?? '' }
    yield user
  }
}

function rowOrders(records: AcceptedRecords): Record<string, Record<string, string[]>> {
  const orders: Record<string, Record<string, string[]>> = {}
  for (const { view, collectionId, groups } of records.views()) {
    const rows = [...new Set(groups.flatMap((group) => group.rowIds))]
    orders[collectionId] = { ...orders[collectionId], [view.id]: rows }
  }
  return orders
}

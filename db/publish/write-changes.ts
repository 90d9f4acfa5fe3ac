import type { Block } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import type { WalkChanges } from '../records/walk-result.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { childPageReader, reassignOwners } from '../records/page-tree.ts'
import { block, dateValue } from '../schema/block-tables.ts'
import { propertyValue } from '../schema/collection-tables.ts'
import { link } from '../schema/page-tables.ts'
import { ownedWriter } from '../mirror/table-writer.ts'
import type { RecordTarget } from './record-target.ts'
import { blockRow, detailReader, linkOptions, valueOptions, writeAssets } from './write-records.ts'
import { writeViews } from './write-views.ts'

/** The result of `writeChanges`. */
export interface WrittenChanges {
  /** Number of table rows added, changed and deleted. */
  changed: number
  /** Blocks that were written, deleted, or moved to another page. */
  blockIds: string[]
  /** The old and new pages of these blocks. */
  pageIds: string[]
  /** The pages among these blocks. */
  changedPages: string[]
  /** Whether rows of collections, also former ones, are among these blocks. */
  hasRows: boolean
  hasViews: boolean
}

interface Place {
  parent_id: string
  parent_table: string
  page_id: string | null
}

/**
 * Applies a walk's changes to the tables of records and updates the page of each affected block. Runs
 * inside the caller's transaction; the cost is proportional to the changes.
 */
export async function writeChanges(
  target: RecordTarget,
  changes: WalkChanges
): Promise<WrittenChanges> {
  const { mirror, yielder } = target
  const placeOf = mirror.$client.prepare<[string], Place>(
    'select parent_id, parent_table, page_id from block where id = ?'
  )
  const write = blockWriter(target)
  const pageIds = new Set<string>()
  const [blockIds, moved, changedPages]: [string[], string[], string[]] = [[], [], []]
  let changed = 0
  let hasRows = false
  const notePlace = (id: string) => {
    const before = placeOf.get(id)
    if (before?.page_id) pageIds.add(before.page_id)
    hasRows ||= before?.parent_table === 'collection'
    return before
  }
  for (const record of changes.blocks()) {
    const before = notePlace(record.id)
    changed += write.save(record)
    blockIds.push(record.id)
    if (before?.parent_id !== record.parent_id) moved.push(record.id)
    if (isPage(record)) changedPages.push(record.id)
    hasRows ||= record.parent_table === 'collection'
    await yielder.due()
  }
  for (const id of changes.removed) {
    notePlace(id)
    changed += write.remove(id)
  }
  changed += writeAssets(target)
  if (changes.hasViews) changed += await writeViews(target)
  const owners = reassignOwners(mirror, moved, changes.removed)
  for (const id of owners.pageIds) pageIds.add(id)
  return {
    changed,
    blockIds: [...blockIds, ...changes.removed, ...owners.blockIds],
    pageIds: [...pageIds],
    changedPages,
    hasRows,
    hasViews: changes.hasViews
  }
}

/** Writes and deletes single blocks with their dates, links and values. */
function blockWriter(target: RecordTarget) {
  const { mirror, names } = target
  const nameOf = (id: string) => names.get(id)
  const detailsOf = detailReader(target, nameOf)
  const blocks = ownedWriter(mirror, block, { derivedColumns: ['page_id'] })
  const dates = ownedWriter(mirror, dateValue)
  const links = ownedWriter(mirror, link, linkOptions)
  const values = ownedWriter(mirror, propertyValue, valueOptions)
  return {
    save(record: Block): number {
      const details = detailsOf(record)
      const row = { ...blockRow(record, nameOf), raw: JSON.stringify(record) }
      return (
        blocks.write(record.id, [row]) +
        dates.write(record.id, details.dates) +
        links.write(record.id, details.links) +
        values.write(record.id, details.values)
      )
    },
    remove(id: string): number {
      // The computed values of rows are written anew.
      return [dates, links, values, blocks].reduce((sum, writer) => sum + writer.write(id, []), 0)
    }
  }
}

/** Returns the ids of pages whose text, digest or search index may depend on these changes. */
export function pagesToRewrite({ $client }: Mirror, written: WrittenChanges): string[] {
  const { pageIds, changedPages, blockIds, hasViews, hasRows } = written
  const ids = JSON.stringify(changedPages)
  const parents = $client
    .prepare<[string, string], string>(
      `select parent_page_id from page
        where id in (select value from json_each(?)) and parent_page_id is not null
       union
       select parent.page_id from block join block as parent on parent.id = block.parent_id
        where block.id in (select value from json_each(?)) and parent.page_id is not null`
    )
    .pluck()
  // The digest of a page with a view covers the view's rows, and those of the widgets of a dashboard.
  const showing = $client
    .prepare<[string, number], string>(
      `with changed (id) as (
         select view_id from collection_view_row where block_id in (select value from json_each(?)))
       select distinct page_id from block, json_each(block.view_ids) as view
        where block.type in ('collection_view', 'collection_view_page') and page_id is not null
          and (? or view.value in (
                select id from changed
                 union
                select dashboard.id
                  from collection_view as dashboard, json_tree(dashboard.raw, '$.format') as part
                 where dashboard.type = 'dashboard' and part.atom in (select id from changed)))`
    )
    .pluck()
  const shown = hasViews || hasRows ? showing.all(ids, hasViews ? 1 : 0) : []
  // A form's block is on no page; its view refers to it.
  const forms = $client
    .prepare<[string], string>(
      `select distinct page_id
         from collection_view as form
         cross join block on block.type in ('collection_view', 'collection_view_page') and page_id is not null
        where form.raw ->> '$.format.form_block_pointer.id' in (select value from json_each(?))
          and form.id in (select value from json_each(block.view_ids))`
    )
    .pluck()
    .all(JSON.stringify(blockIds))
  return [...new Set([...pageIds, ...parents.all(ids, ids), ...shown, ...forms])]
}

/** Whether these pages still have the same child pages in the same order. */
export function arePlacesUnchanged(mirror: Mirror, pageIds: string[]): boolean {
  const readChildPages = childPageReader(mirror)
  const stored = mirror.$client
    .prepare<[string], string>('select id from page where parent_page_id = ? order by position')
    .pluck()
  const exists = mirror.$client.prepare<[string], number>('select 1 from page where id = ?').pluck()
  return pageIds.every(
    (id) => exists.get(id) === 1 && readChildPages(id).join() === stored.all(id).join()
  )
}

import type { Block } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import type { WalkChanges } from '../records/walk-result.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { childPageReader, reassignOwners } from '../records/page-tree.ts'
import { block, dateValue, link, propertyValue } from '../mirror/schema.ts'
import { ownedWriter } from '../mirror/table-writer.ts'
import {
  type RecordTarget,
  blockRow,
  detailReader,
  linkOptions,
  valueOptions,
  writeAssets
} from './write-records.ts'
import { writeViews } from './write-views.ts'

/** What `writeChanges` has written. */
export interface WrittenChanges {
  /** Rows of the tables that were added, changed and deleted. */
  changed: number
  /** Blocks that were written or deleted, or that stand on another page now. */
  blockIds: string[]
  /** Pages on which these blocks stood or stand. */
  pageIds: string[]
  /** Pages among these blocks. */
  changedPages: string[]
  /** Whether rows of collections are among them. */
  hasRows: boolean
  hasViews: boolean
}

interface Place {
  type: string
  parent_id: string
  page_id: string | null
}

/**
 * Brings the tables of records to what a harvest changes, and the page of each block with them.
 * Runs inside the caller's transaction; costs what has changed.
 */
export async function writeChanges(
  target: RecordTarget,
  changes: WalkChanges
): Promise<WrittenChanges> {
  const { mirror, yielder } = target
  const placeOf = mirror.$client.prepare<[string], Place>(
    'select type, parent_id, page_id from block where id = ?'
  )
  const write = blockWriter(target)
  const pageIds = new Set<string>()
  const notePage = (id: string) => {
    const page = placeOf.get(id)?.page_id
    if (page) pageIds.add(page)
  }
  const [blockIds, moved, changedPages]: [string[], string[], string[]] = [[], [], []]
  let changed = 0
  let hasRows = false
  for (const record of changes.blocks()) {
    const before = placeOf.get(record.id)
    notePage(record.id)
    changed += write.save(record)
    blockIds.push(record.id)
    if (before?.parent_id !== record.parent_id) moved.push(record.id)
    if (isPage(record)) changedPages.push(record.id)
    hasRows ||= record.parent_table === 'collection'
    await yielder.due()
  }
  for (const id of changes.removed) {
    notePage(id)
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

/** Writes and deletes single blocks, with what is made of their records. */
function blockWriter(target: RecordTarget) {
  const { mirror, names } = target
  const nameOf = (id: string) => names.get(id)
  const detailsOf = detailReader(target, nameOf)
  const blocks = ownedWriter(mirror, block, { derivedColumns: ['page_id'] })
  const dates = ownedWriter(mirror, dateValue)
  const links = ownedWriter(mirror, link, linkOptions)
  const values = ownedWriter(mirror, propertyValue, valueOptions)
  const computed = ownedWriter(mirror, propertyValue, { scope: 'is_computed = 1' })
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
      return [dates, links, values, computed, blocks].reduce(
        (sum, writer) => sum + writer.write(id, []),
        0
      )
    }
  }
}

/** The pages whose text, digest or search index may have changed with these records. */
export function pagesToRewrite({ $client }: Mirror, written: WrittenChanges): string[] {
  const { pageIds, changedPages, blockIds, hasViews, hasRows } = written
  const ids = JSON.stringify(changedPages)
  const above = $client
    .prepare<[string, string], string>(
      `select parent_page_id from page
        where id in (select value from json_each(?)) and parent_page_id is not null
       union
       select parent.page_id from block join block as parent on parent.id = block.parent_id
        where block.id in (select value from json_each(?)) and parent.page_id is not null`
    )
    .pluck()
  // A page that shows a view has its rows in its digest.
  const showing = $client
    .prepare<[number, string], string>(
      `select distinct page_id from block, json_each(block.view_ids) as view
        where block.type in ('collection_view', 'collection_view_page') and page_id is not null
          and (? or view.value in (
                select view_id from collection_view_row
                 where block_id in (select value from json_each(?))))`
    )
    .pluck()
  const shown = hasViews || hasRows ? showing.all(hasViews ? 1 : 0, ids) : []
  // A form's block stands on no page: it hangs on its view.
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
  return [...new Set([...pageIds, ...above.all(ids, ids), ...shown, ...forms])]
}

/** Whether these pages have the pages below them that they had, in the same order. */
export function arePlacesKept(mirror: Mirror, pageIds: string[]): boolean {
  const readChildPages = childPageReader(mirror)
  const held = mirror.$client
    .prepare<[string], string>('select id from page where parent_page_id = ? order by position')
    .pluck()
  const exists = mirror.$client.prepare<[string], number>('select 1 from page where id = ?').pluck()
  return pageIds.every(
    (id) => exists.get(id) === 1 && readChildPages(id).join() === held.all(id).join()
  )
}

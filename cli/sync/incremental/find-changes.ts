import type { Block } from 'notion-types'

import type { WalkChanges } from '../../../db/records/walk-result.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { externalType } from '../../../site/notion/blocks/external-object.ts'
import { normalizeSchema } from '../../../site/notion/collections/normalize-schema.ts'
import type { Frontier } from '../walk/frontier.ts'
import { isBaseOf } from '../staging/last-publication.ts'
import type { Staging } from '../staging/staging.ts'

/** With more changed blocks than this number and this share it is cheaper to write all records. */
const MANY_BLOCKS = 1000
const MANY_SHARE = 0.2

interface ChangeOptions {
  staging: Staging
  frontier: Frontier
  /** The mirror of the last publication. */
  mirror: Mirror
}

/**
 * Returns how the records of a walk differ from the published ones. Undefined when all must be
 * written: the mirror was not published from this staging file, much has changed, or a name has
 * changed that any page may show (of a page, a person or a database).
 */
export function findChanges({ staging, frontier, mirror }: ChangeOptions): WalkChanges | undefined {
  if (!isBaseOf(staging, mirror)) return undefined
  const { client } = staging
  client.prepare('attach ? as published').run(mirror.$client.name)
  try {
    if (haveNamesChanged(staging)) return undefined
    const total = frontier.accepted.blocks
    const { added, changed, removed } = changedBlocks(staging, total)
    const count = added.length + changed.length + removed.length
    if (count > Math.max(MANY_BLOCKS, total * MANY_SHARE)) return undefined
    if (![...added, ...removed].every(isNameless)) return undefined
    if (!changed.every((each) => isSameName(each, staging))) return undefined
    const ids = [...added, ...changed].map(({ id }) => id)
    return {
      blocks: () => readBlocks(frontier, ids),
      removed: removed.map(({ id }) => id),
      hasViews: haveViewsChanged(staging)
    }
  } finally {
    client.exec('detach published')
  }
}

function* readBlocks(frontier: Frontier, ids: string[]): Iterable<Block> {
  for (const id of ids) {
    const block = frontier.records.read('block', id)
    if (block) yield block
  }
}

/** Tables of the mirror, by kind, with records whose name any page may show. */
const namedTables = { collection: 'collection', notion_user: 'user' }

function haveNamesChanged({ client }: Staging): boolean {
  return Object.entries(namedTables).some(([kind, table]) => {
    const accepted = `from frontier where kind = '${kind}' and state = 'accepted'`
    const sql = `
      select exists (select 1 from (${differing(kind)}))
          or exists (select id ${accepted} except select id from published.${table})
          or exists (select id from published.${table} except select id ${accepted})`
    return client.prepare<[], number>(sql).pluck().get() === 1
  })
}

/** SQL for the records of a kind that may differ from the publication: changed in staging, or overridden. */
function differing(kind: string): string {
  return `
    select frontier.id, coalesce(override, record.raw) as raw
      from frontier left join record using (kind, id)
     where kind = '${kind}' and state = 'accepted'
       and (override is not null or exists (
             select 1 from changed where changed.kind = '${kind}' and changed.id = frontier.id))`
}

interface FoundBlock {
  id: string
  type: string
}

interface ChangedBlock extends FoundBlock {
  before: string
  after: string
}

function changedBlocks({ client }: Staging, total: number) {
  const accepted = `kind = 'block' and state = 'accepted'`
  // Each publication stores its number of blocks in the mirror.
  const published = client.prepare<[], number>('select blocks from published.mirror').pluck().get()
  const added = client
    .prepare<[], FoundBlock>(
      `select id, type from frontier where ${accepted}
          and not exists (select 1 from published.block as before where before.id = frontier.id)`
    )
    .all()
  const removed = client.prepare<[], FoundBlock>(
    `select id, type from published.block where not exists (
       select 1 from frontier where ${accepted} and frontier.id = published.block.id)`
  )
  const changed = client.prepare<[], ChangedBlock>(
    `select id, block.type, block.raw as before, now.raw as after
       from (${differing('block')}) as now join published.block as block using (id)
      where block.raw is not now.raw`
  )
  return {
    added,
    removed: total - added.length === published ? [] : removed.all(),
    changed: changed.all()
  }
}

function isNameless(block: FoundBlock): boolean {
  return !isPage(block) && block.type !== externalType
}

/** Whether a change leaves the name, the path and the parent of a page as they were. */
function isSameName({ before, after }: ChangedBlock, staging: Staging): boolean {
  const blocks = [before, after].map((raw) => JSON.parse(raw) as Block)
  if (blocks.every(isNameless)) return true
  const [old, now] = blocks.map((block) => JSON.stringify(nameOf(block, staging)))
  return old === now && isPage(blocks[0] ?? { type: '' })
}

function nameOf(block: Block, staging: Staging): unknown[] {
  const { type, parent_id, parent_table, created_time, properties } = block
  const collection = staging.read('collection', parent_id)
  const slug = Object.entries(normalizeSchema(collection?.schema)).find(
    ([, { name }]) => name === 'Slug'
  )
  const values: Record<string, unknown> = properties ?? {}
  const own = 'collection_id' in block ? block.collection_id : null
  return [
    type,
    parent_id,
    parent_table,
    created_time,
    own,
    values['title'],
    values[slug?.[0] ?? '']
  ]
}

function haveViewsChanged({ client }: Staging): boolean {
  const sql = `
    select exists (select 1 from (${differing('collection_view')}))
     or (select count(*) from shown) <> (select count(*) from shown_before)
     or exists (select 1 from shown where not exists (
          select 1 from shown_before as before where before.view_id = shown.view_id
             and before.collection_id = shown.collection_id and before.groups = shown.groups))`
  return client.prepare<[], number>(sql).pluck().get() === 1
}

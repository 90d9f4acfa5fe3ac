import type { Block, Collection, CollectionView } from 'notion-types'

import type { ViewGroup, WalkedView } from '../../../db/records/walk-result.ts'
import { collectionIdOf, isPage } from '../../../site/notion/blocks/block-references.ts'
import { externalType, objectName } from '../../../site/notion/blocks/external-object.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'
import { stagedRows } from '../staging/staging-file.ts'
import type { Staging } from '../staging/staging.ts'
import type { FoundRecord, RecordTable, RecordTypes } from '../workspace/records/record-tables.ts'

/** Records that the frontier has accepted, read from disk one at a time, and what else a publication needs of them. */
export class AcceptedRecords {
  readonly #staging: Staging
  readonly #find

  /** Needs the tables of the frontier. */
  constructor(staging: Staging) {
    this.#staging = staging
    this.#find = staging.client
      .prepare<string[], string>(
        `select coalesce(override, raw) from frontier left join record using (kind, id)
          where kind = ? and id = ? and state = 'accepted'`
      )
      .pluck()
  }

  read<T extends RecordTable>(table: T, id: string): RecordTypes[T] | undefined {
    const raw = this.#find.get(table, id)
    return raw === undefined ? undefined : (JSON.parse(raw) as RecordTypes[T])
  }

  blocks(): Iterable<Block> {
    return this.#all('block')
  }

  collections(): Iterable<Collection> {
    return this.#all('collection')
  }

  /** Views with their rows; without the views of collections that are not accepted. */
  *views(): Iterable<WalkedView> {
    const statement = this.#staging.client.prepare<
      [],
      { raw: string; collection_id: string; groups: string }
    >(
      `select coalesce(view.override, record.raw) as raw, shown.collection_id, shown.groups from shown
         join frontier as view on view.kind = 'collection_view' and view.id = view_id and view.state = 'accepted'
         join frontier as home on home.kind = 'collection' and home.id = shown.collection_id and home.state = 'accepted'
         left join record on record.kind = 'collection_view' and record.id = view_id
        order by view_id`
    )
    for (const row of stagedRows(statement.iterate())) {
      const groups = JSON.parse(row.groups) as ViewGroup[]
      const view = JSON.parse(row.raw) as CollectionView
      yield { view, collectionId: row.collection_id, groups }
    }
  }

  *users(): Iterable<{ id: string; name: string; avatar: string | null }> {
    for (const user of this.#all('notion_user')) {
      yield { id: user.id, name: userName(user), avatar: stringOf(user.profile_photo) || null }
    }
  }

  /** Titles of pages, names of users and of external objects by id, for mentions in text. */
  names(): Pick<Map<string, string>, 'get'> {
    const known = new Map<string, string | undefined>()
    return {
      get: (id) => {
        if (!known.has(id)) known.set(id, this.#nameOf(id))
        return known.get(id)
      }
    }
  }

  pageIds(): Set<string> {
    const sql = `
      select id from frontier
       where kind = 'block' and state = 'accepted' and type in ('page', 'collection_view_page')`
    return new Set(this.#staging.client.prepare<[], string>(sql).pluck().all())
  }

  collectionsAndViews(): FoundRecord[] {
    const sql = `
      select kind as 'table', id, page_id as pageId from frontier
       where kind in ('collection', 'collection_view') and state = 'accepted'`
    return this.#staging.client.prepare<[], FoundRecord>(sql).all()
  }

  /** Blocks that were read and excluded. */
  *excludedBlocks(): Iterable<Block> {
    const statement = this.#staging.client
      .prepare<[], string>(
        `select raw from frontier join record using (kind, id)
          where kind = 'block' and state = 'excluded' and raw is not null order by id`
      )
      .pluck()
    for (const raw of stagedRows(statement.iterate())) yield JSON.parse(raw) as Block
  }

  /** Ids of found records that may not be read. */
  privateIds(): string[] {
    const sql = `
      select id from frontier join record using (kind, id) where absence = 'private' order by id`
    return this.#staging.client.prepare<[], string>(sql).pluck().all()
  }

  /** Replaces the text of an accepted record; staging keeps its own. */
  rewrite<T extends RecordTable>(table: T, record: RecordTypes[T]): void {
    this.#staging.client
      .prepare('update frontier set override = ? where kind = ? and id = ?')
      .run(JSON.stringify(record), table, record.id)
  }

  #nameOf(id: string): string | undefined {
    const user = this.read('notion_user', id)
    if (user) return userName(user)
    const block = this.read('block', id)
    if (!block) return undefined
    if (isPage(block)) return pageName(block, this.#collectionOf(block))
    return block.type === externalType ? (objectName(block) ?? '') : undefined
  }

  #collectionOf(page: Block): Collection | undefined {
    const id = page.type === 'collection_view_page' ? collectionIdOf(page) : undefined
    return id === undefined ? undefined : this.read('collection', id)
  }

  *#all<T extends RecordTable>(table: T): Iterable<RecordTypes[T]> {
    const statement = this.#staging.client
      .prepare<[string], string>(
        `select coalesce(override, raw) from frontier left join record using (kind, id)
          where kind = ? and state = 'accepted' order by id`
      )
      .pluck()
    for (const raw of stagedRows(statement.iterate(table))) yield JSON.parse(raw) as RecordTypes[T]
  }
}

function userName(user: RecordTypes['notion_user']): string {
  const whole = 'name' in user ? stringOf(user.name) : ''
  return [user.given_name, user.family_name].filter(stringOf).join(' ') || whole
}

/** Fields of users are not checked when they are read. */
function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

import type { Block, Collection, CollectionView, User } from 'notion-types'

import { type Group, readViewGroups } from '../collections/read-view-groups.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import type { WalkedView, ViewGroup } from '../records/walk-result.ts'

interface ViewRecord {
  raw: string
  collection_id: string
}

interface PublishedBlock {
  id: string
  parent_id: string
  parent_table: string
  /** The page that contains the block; for a page, its parent page. */
  page_id: string | null
}

/** A published block or page that no longer exists. */
export interface LostBlock {
  id: string
  /** The page that contained it. */
  pageId: string
  /** Whether its parent still exists; otherwise it was removed with it. */
  isRoot: boolean
}

/** The records of the last publication, for a run to fall back on when a record cannot be read. */
export class PublishedRecords {
  readonly #mirror: Mirror
  readonly #find
  readonly #view
  readonly #rows
  readonly #titles
  readonly #holder
  readonly #parentPage
  readonly #blocks

  constructor(mirror: Mirror) {
    this.#mirror = mirror
    const raw = (table: string) =>
      mirror.$client.prepare<[string], string>(`select raw from ${table} where id = ?`).pluck()
    const user = mirror.$client
      .prepare<[string], string>(
        `select json_object('id', id, 'given_name', name, 'profile_photo', avatar) from user where id = ?`
      )
      .pluck()
    this.#find = new Map([
      ['block', raw('block')],
      ['collection', raw('collection')],
      ['collection_view', raw('collection_view')],
      ['notion_user', user]
    ])
    this.#view = mirror.$client.prepare<[string], ViewRecord>(
      'select raw, collection_id from collection_view where id = ?'
    )
    this.#rows = mirror.$client
      .prepare<[string], string>(
        `select id from block where parent_id = ? and parent_table = 'collection' order by id`
      )
      .pluck()
    this.#holder = mirror.$client
      .prepare<[string], string | null>(
        `select page_id from block where id = ? and type not in ('page', 'collection_view_page')`
      )
      .pluck()
    this.#parentPage = mirror.$client
      .prepare<[string], string | null>('select parent_page_id from page where id = ?')
      .pluck()
    this.#blocks = mirror.$client.prepare<[], PublishedBlock>(
      `select block.id, block.parent_id, block.parent_table,
              coalesce(page.parent_page_id, block.page_id) as page_id
         from block left join page on page.id = block.id`
    )
    this.#titles = mirror.$client
      .prepare<[string], string>(`select title from page where id = ?`)
      .pluck()
  }

  /** Returns a record of a table by id; a user only has the fields that the mirror stores. */
  find(table: string, id: string): Block | Collection | CollectionView | User | undefined {
    const raw = this.#find.get(table)?.get(id)
    return raw === undefined
      ? undefined
      : (JSON.parse(raw) as Block | Collection | CollectionView | User)
  }

  /** Whether the last publication has a record of a table. */
  has(table: string, id: string): boolean {
    return this.#find.get(table)?.get(id) !== undefined
  }

  /** Whether the last publication has a page with this id. */
  isPage(id: string): boolean {
    return this.#titles.get(id) !== undefined
  }

  /** Returns the id of the page that contains a block; undefined for pages. */
  holderOf(blockId: string): string | undefined {
    return this.#holder.get(blockId) ?? undefined
  }

  /** Returns the id of a page's parent page; undefined for blocks and for pages that are only linked. */
  parentPageOf(pageId: string): string | undefined {
    return this.#parentPage.get(pageId) ?? undefined
  }

  /** Yields the blocks and pages that no longer exist. */
  *lostBlocks(exists: (table: 'block' | 'collection', id: string) => boolean): Iterable<LostBlock> {
    for (const { id, parent_id, parent_table, page_id } of this.#blocks.iterate()) {
      if (page_id === null || exists('block', id)) continue
      const table = parent_table === 'collection' ? 'collection' : 'block'
      yield { id, pageId: page_id, isRoot: exists(table, parent_id) }
    }
  }

  /** Returns a view with its published groups and rows. */
  view(id: string): WalkedView | undefined {
    const found = this.#view.get(id)
    if (!found) return undefined
    const groups = readViewGroups(this.#mirror, id).map(asWalked)
    const view = JSON.parse(found.raw) as WalkedView['view']
    return { view, collectionId: found.collection_id, groups }
  }

  /** Returns the ids of a collection's rows. */
  rowIds(collectionId: string): string[] {
    return this.#rows.all(collectionId)
  }

  /** Returns the title of a page; undefined for an unknown page. */
  title(pageId: string): string | undefined {
    return this.#titles.get(pageId)
  }
}

/**
 * A group in the form in which a query returns it, without the field of an absent subgroup: a sync
 * compares both as JSON.
 */
function asWalked({ value, subgroup, ...rest }: Group): ViewGroup {
  return { value, ...(subgroup && { subgroup }), ...rest }
}

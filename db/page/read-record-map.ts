import type { Block, Collection, CollectionView, ExtendedRecordMap, User } from 'notion-types'

import type { BlockReferences } from '../../site/notion/blocks/block-references.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { widgetIds } from '../../site/notion/collections/dashboard.ts'
import { normalizeCollection } from '../../site/notion/collections/normalize-schema.ts'
import { normalizeView } from '../../site/notion/collections/normalize-view.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/**
 * Builds a record map of blocks, with the collections, views and users that they refer to.
 * `references` are those of the blocks.
 */
export function readRecordMap(
  mirror: Mirror,
  blocks: Map<string, Block>,
  references: BlockReferences[]
): ExtendedRecordMap {
  const [viewIds, userIds, collectionIds] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>()
  ]
  for (const item of references) {
    for (const id of item.viewIds) viewIds.add(id)
    for (const id of item.userIds) userIds.add(id)
  }
  for (const { parent_table: table, parent_id: id } of blocks.values()) {
    if (table === 'collection') collectionIds.add(id)
  }
  const views = readWithWidgets(mirror, [...viewIds])
  for (const view of views) collectionIds.add(view.collection_id)

  return {
    block: boxes([...blocks.values()]),
    collection: boxes(readCollections(mirror, [...collectionIds])),
    collection_view: boxes(views.map(({ view }) => view)),
    notion_user: boxes(readUsers(mirror, [...userIds])),
    // The rows of views are in `PageModel.views`.
    collection_query: {},
    signed_urls: {}
  }
}

/** Without a prototype: V8 then has a hash table from the start, and the id may be any text. */
function boxes<T extends { id: string }>(records: T[]): Record<string, Box<T>> {
  const boxed = Object.create(null) as Record<string, Box<T>>
  for (const value of records) boxed[value.id] = { role: 'reader', value }
  return boxed
}

interface Box<T> {
  role: 'reader'
  value: T
}

interface ReadView {
  view: CollectionView
  collection_id: string
}

/** Reads views, and those that dashboards among them show. */
function readWithWidgets(mirror: Mirror, ids: string[]): ReadView[] {
  const views = readViews(mirror, ids)
  const known = new Set(ids)
  const widgets = views.flatMap(({ view }) => widgetIds(view)).filter((id) => !known.has(id))
  return widgets.length > 0 ? [...views, ...readViews(mirror, [...new Set(widgets)])] : views
}

function readViews(mirror: Mirror, ids: string[]): ReadView[] {
  if (ids.length === 0) return []
  for (const id of ids) noteRead(keys.view(id))
  return mirror.$client
    .prepare<[string], { collection_id: string; raw: string }>(
      `select collection_id, raw from collection_view
        where id in (select value from json_each(?))`
    )
    .all(JSON.stringify(ids))
    .map(({ raw, ...row }) => ({ ...row, view: normalizeView(JSON.parse(raw) as CollectionView) }))
}

function readCollections(mirror: Mirror, ids: string[]): Collection[] {
  if (ids.length === 0) return []
  for (const id of ids) noteRead(keys.collection(id))
  return mirror.$client
    .prepare<[string], string>(
      'select raw from collection where id in (select value from json_each(?))'
    )
    .pluck()
    .all(JSON.stringify(ids))
    .map((raw) => withLabels(normalizeCollection(JSON.parse(raw) as Collection)))
}

/** Shortens property names: every view repeats them as labels. */
function withLabels(collection: Collection): Collection {
  for (const property of Object.values(collection.schema)) property.name = shortLabel(property.name)
  return collection
}

/** Reads users in Notion's record shape; the full name is in `given_name`, other fields are unknown. */
function readUsers(mirror: Mirror, ids: string[]): User[] {
  if (ids.length === 0) return []
  for (const id of ids) noteRead(keys.user(id))
  return mirror.$client
    .prepare<[string], { id: string; name: string; avatar: string | null }>(
      'select id, name, avatar from user where id in (select value from json_each(?))'
    )
    .all(JSON.stringify(ids))
    .map(({ id, name, avatar }) => ({
      id,
      version: 1,
      email: '',
      given_name: name,
      family_name: '',
      profile_photo: avatar ?? '',
      onboarding_completed: true,
      mobile_onboarding_completed: true
    }))
}

import type { Block, Collection, CollectionView, ExtendedRecordMap, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import {
  blockReferences,
  collectionIdOf,
  ids,
  isPage,
  viewCollectionId
} from '../../../site/notion/blocks/block-references.ts'
import { withWidgets } from '../../../site/notion/collections/dashboard.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import { EXTRA_TEXT_TYPE } from '../../../web/blocks/context/extra-text.ts'
import { NOTE_TYPE } from '../../../web/blocks/limits/truncation-notes.ts'
import type { PreparedBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import { queryResult } from './query-result.ts'

/** Blocks that the site adds; Notion has no such types. */
const added = new Set<string>([NOTE_TYPE, EXTRA_TEXT_TYPE])

/** Fields of a collection that describe its rows or its looks. */
const collectionFields =
  'id version alive parent_id parent_table name description icon cover schema format'.split(' ')

/**
 * The records that the slots of a page get: its visible blocks, the rows that its views show, and
 * the names of the pages that these mention, as copies that a slot may change.
 */
export function slotRecordMap(page: PageModel, prepared: PreparedBlocks): ExtendedRecordMap {
  const shown = shownBlocks(page, prepared)
  const named = namedPages(shown, prepared)
  const views = shownViews(page, shown)
  const { recordMap } = page
  const collections = shownCollections(page, { shown, views })
  const names = named.flatMap((block) => namedCollection(recordMap, block) ?? [])
  const users = usersIn(shown, collections).flatMap(
    (id) => getBlockValue<User>(recordMap.notion_user[id]) ?? []
  )
  return structuredClone({
    block: boxes([...shown.values(), ...named.map(nameOnly)]),
    collection: boxes([...names, ...collections]),
    collection_view: boxes(views.map(({ view }) => view)),
    collection_query: queryResults(page, views),
    notion_user: boxes(users),
    signed_urls: {}
  })
}

/** The blocks of the page, the rows of its views, and the pictures on the cards of these rows. */
function shownBlocks(page: PageModel, { blocks, reading }: PreparedBlocks): Map<string, Block> {
  const shown = new Map<string, Block>()
  for (const block of reading) {
    if (isPage(block) && block.id !== page.id) continue
    shown.set(block.id, withoutAdded(block, blocks))
  }
  for (const id of Object.values(page.views)
    .flatMap(({ groups }) => groups)
    .flatMap(rowIdsOf)) {
    const row = blocks.get(id)
    if (!row || shown.has(id)) continue
    shown.set(id, row)
    for (const child of ids(row.content).flatMap((each) => blocks.get(each) ?? [])) {
      if (child.type === 'image') shown.set(child.id, child)
    }
  }
  return shown
}

function rowIdsOf({ rowIds }: { rowIds: string[] }): string[] {
  return rowIds
}

function withoutAdded(block: Block, blocks: PreparedBlocks['blocks']): Block {
  const isAdded = (id: string) => added.has(blocks.get(id)?.type ?? '')
  if (!block.content?.some(isAdded)) return block
  return { ...block, content: block.content.filter((id) => !isAdded(id)) }
}

/** The pages that blocks list, mention or link to, as far as the site has them. */
function namedPages(shown: Map<string, Block>, { blocks }: PreparedBlocks): Block[] {
  const named = new Map<string, Block>()
  for (const block of shown.values()) {
    const { content, pages, originals } = blockReferences(block)
    for (const id of [...content, ...pages, ...originals]) {
      const found = shown.has(id) ? undefined : blocks.get(id)
      if (found && isPage(found)) named.set(id, found)
    }
  }
  return [...named.values()]
}

/** A page with nothing but its name and icon. */
function nameOnly(block: Block): Block {
  const { id, type, properties, format } = block
  const name = {
    properties: { title: properties?.title },
    format: { page_icon: format?.page_icon }
  }
  const collection = type === 'collection_view_page' && { collection_id: collectionIdOf(block) }
  // Only these fields of a page that is mentioned are shown.
  return { id, type, alive: true, ...name, ...collection } as unknown as Block
}

/** The name of a database that is mentioned. */
function namedCollection(recordMap: ExtendedRecordMap, block: Block): Collection | undefined {
  const id = block.type === 'collection_view_page' ? collectionIdOf(block) : undefined
  const found = id ? getBlockValue<Collection>(recordMap.collection[id]) : undefined
  if (!found) return undefined
  const { name, icon } = found
  return { id: found.id, name, icon, schema: {} } as unknown as Collection
}

interface ShownView {
  view: CollectionView
  collectionId: string | undefined
}

/** The views of blocks whose rows the page shows; the tabs name all of them. */
function shownViews(page: PageModel, shown: Map<string, Block>): ShownView[] {
  const viewOf = (id: string) => getBlockValue<CollectionView>(page.recordMap.collection_view[id])
  return [...shown.values()].flatMap((block) => {
    const viewIds = withWidgets(blockReferences(block).viewIds, viewOf)
    if (!viewIds.some((id) => page.views[id])) return []
    return viewIds.flatMap((id) => {
      const view = viewOf(id)
      if (!view || view.alive === false) return []
      return { view, collectionId: viewCollectionId(view) ?? collectionIdOf(block) }
    })
  })
}

/** The collections of these views, of the page and of the rows. */
function shownCollections(
  { recordMap }: PageModel,
  { shown, views }: { shown: Map<string, Block>; views: ShownView[] }
): Collection[] {
  const parents = [...shown.values()].filter(({ parent_table: table }) => table === 'collection')
  const wanted = [
    ...parents.map(({ parent_id: id }) => id),
    ...views.flatMap(({ collectionId }) => collectionId ?? [])
  ]
  return [...new Set(wanted)].flatMap((id) => {
    const found = getBlockValue<Collection>(recordMap.collection[id])
    if (!found) return []
    const fields = found as unknown as Record<string, unknown>
    const kept = collectionFields.map((name) => [name, fields[name]])
    return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as never
  })
}

function queryResults(page: PageModel, views: ShownView[]): ExtendedRecordMap['collection_query'] {
  const found: ExtendedRecordMap['collection_query'] = {}
  for (const { view, collectionId } of views) {
    const window = page.views[view.id]
    if (!window || collectionId === undefined) continue
    found[collectionId] = { ...found[collectionId], [view.id]: queryResult(window.groups) }
  }
  return found
}

/** People whom texts mention or properties show. */
function usersIn(shown: Map<string, Block>, collections: Collection[]): string[] {
  const authored = new Set(collections.filter(showsAuthors).map(({ id }) => id))
  const found = [...shown.values()].flatMap((block) => {
    const texts = Object.values(block.properties ?? {}) as Parameters<typeof marksOf>[0][]
    const mentioned = ids(texts.flatMap((text) => marksOf(text, 'u')))
    if (!authored.has(block.parent_id)) return mentioned
    return [...mentioned, ...ids([block.created_by_id, block.last_edited_by_id])]
  })
  return [...new Set(found)]
}

function showsAuthors({ schema }: Collection): boolean {
  return Object.values(schema ?? {}).some(({ type }) => /^(created|last_edited)_by$/.test(type))
}

function boxes<T extends { id: string }>(records: T[]) {
  return Object.fromEntries(records.map((value) => [value.id, { role: 'reader' as const, value }]))
}

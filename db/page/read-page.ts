import type { Block } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { isPage, originalIds } from '../../site/notion/blocks/block-references.ts'
import { recordFileSources } from '../../site/notion/files/file-sources.ts'
import { type PageQuery, defaultQuery } from '../../site/addresses/page-query.ts'
import type { ImageView, PageLinkView, PageModel } from '../../site/pages/page-model.ts'
import { readPagePaths, readBlockPaths } from '../lists/find-page.ts'
import { firstWords } from '../records/first-words.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readBacklinks } from './read-backlinks.ts'
import { readCovers } from './read-covers.ts'
import { readBreadcrumbs } from './read-breadcrumbs.ts'
import { readPageAnchors } from './read-page-anchors.ts'
import { readNeighbours } from './read-neighbours.ts'
import { type PageBlocks, readHeadBlocks, readPageBlocks } from './read-page-blocks.ts'
import { readRecordMap } from './read-record-map.ts'
import { readRelationUses } from './read-relation-uses.ts'
import { readViewWords } from '../collections/read-view-words.ts'
import { readComputedValues, readRolledUp } from '../values/read-computed-values.ts'
import { readTransaction } from '../mirror/read-transaction.ts'

interface PageRow extends PageLinkView {
  cover: string | null
  text: string
  created_time: number
  last_edited_time: number
}

/**
 * Reads everything for rendering one page: its blocks, the originals of synced blocks, collections
 * with the rows that the query selects, linked pages (title and icon only), users and images.
 * Undefined for an unknown page.
 */
export function readPage(
  mirror: Mirror,
  pageId: string,
  query: PageQuery = defaultQuery
): PageModel | undefined {
  return readTransaction(mirror, () => readPageNow(mirror, pageId, query))
}

function readPageNow(mirror: Mirror, pageId: string, query: PageQuery): PageModel | undefined {
  const row = readPageRow(mirror, pageId)
  if (!row) return undefined
  const { views, leftOut, linked, ...found } = readPageBlocks(mirror, pageId, query)
  const shown = readShown(mirror, found, query)
  const usedBy = readRelationUses(mirror, pageId, shown.recordMap)
  return {
    ...row,
    ...shown,
    breadcrumbs: readBreadcrumbs(mirror, pageId),
    usedBy,
    query,
    views,
    words:
      Object.keys(views).length + leftOut.length > 0 ? readViewWords(mirror, pageId) : new Map(),
    leftOut,
    places: readBlockPaths(mirror, linked),
    covers: coversOf(mirror, { ...shown, usedBy }, query),
    ...readNeighbours(mirror, pageId),
    backlinks: readBacklinks(mirror, pageId),
    related: [],
    linkedBlocks: readPageAnchors(mirror, pageId)
  }
}

/**
 * Reads a page without its content: its title, its properties, and what these name. Undefined for an
 * unknown page.
 */
export function readPageHead(
  mirror: Mirror,
  pageId: string,
  query: Pick<PageQuery, 'covering' | 'defaultPictures'> = {}
): PageModel | undefined {
  return readTransaction(mirror, () => {
    const row = readPageRow(mirror, pageId)
    if (!row) return undefined
    return {
      ...row,
      ...readShown(mirror, readHeadBlocks(mirror, pageId), query),
      breadcrumbs: [],
      usedBy: [],
      query: defaultQuery,
      views: {},
      words: new Map(),
      leftOut: [],
      places: {},
      covers: new Map(),
      previous: undefined,
      next: undefined,
      backlinks: { total: 0, isOpenEnded: false, pages: [] },
      related: [],
      linkedBlocks: []
    }
  })
}

function readPageRow(mirror: Mirror, pageId: string) {
  noteReads([keys.page(pageId), keys.name(pageId)])
  const row = mirror.$client
    .prepare<[string], PageRow>('select * from page where id = ?')
    .get(pageId)
  if (!row) return undefined
  const {
    id,
    path,
    title,
    icon,
    cover,
    text,
    created_time: created,
    last_edited_time: edited
  } = row
  const times = { createdTime: created, lastEditedTime: edited }
  return { id, path, title, icon, cover, description: firstWords(text), ...times }
}

/** What blocks show besides their own records. */
function readShown(
  mirror: Mirror,
  { blocks, references }: Pick<PageBlocks, 'blocks' | 'references'>,
  { covering, defaultPictures = [] }: Pick<PageQuery, 'covering' | 'defaultPictures'>
) {
  const recordMap = readRecordMap(mirror, blocks, references)
  if (covering) noteAddressed(mirror, [...blocks.keys()])
  return {
    recordMap,
    values: readComputedValues(mirror, recordMap, covering),
    rolledUp: readRolledUp(mirror, recordMap),
    paths: readPagePaths(
      mirror,
      [...blocks.values()].filter(isPage).map(({ id }) => id)
    ),
    images: readImages(mirror, [
      ...recordFileSources(recordMap),
      ...defaultPictures.filter((source) => source !== null)
    ])
  }
}

/** Notes the pages that links lead to by an address: a link to a covered page is covered. */
function noteAddressed({ $client }: Mirror, blockIds: string[]): void {
  const targets = $client
    .prepare<[string], string>(
      `select distinct target_page_id from link
        where block_id in (select value from json_each(?))
          and url is not null and target_page_id is not null`
    )
    .pluck()
  for (const id of targets.all(JSON.stringify(blockIds))) noteRead(keys.name(id))
}

/** Reads the chapters of what a page shows or names from other places: originals, and collections. */
function coversOf(
  mirror: Mirror,
  { recordMap, usedBy }: Pick<PageModel, 'recordMap' | 'usedBy'>,
  { covering }: PageQuery
): PageModel['covers'] {
  if (!covering) return new Map()
  const { block, collection } = recordMap
  const blocks = Object.values(block).flatMap((box) => getBlockValue<Block>(box) ?? [])
  const relating = usedBy.map(({ collectionId }) => collectionId)
  const ids = [...blocks.flatMap(originalIds), ...Object.keys(collection), ...relating]
  return readCovers(mirror, [...new Set(ids)], covering)
}

interface ImageRow {
  source: string
  hash: string
  media_type: string
  size: number
  width: number | null
  height: number | null
  preview: string | null
}

function readImages(mirror: Mirror, sources: string[]): Record<string, ImageView> {
  if (sources.length === 0) return {}
  for (const source of sources) noteRead(keys.file(source))
  const rows = mirror.$client
    .prepare<[string], ImageRow>(
      `select source, hash, media_type, size, width, height, preview from asset
        where source in (select value from json_each(?))`
    )
    .all(JSON.stringify(sources))
  return Object.fromEntries(rows.map(imageEntry))
}

function imageEntry(row: ImageRow): [string, ImageView] {
  const { source, media_type: mediaType, ...view } = row
  return [source, { mediaType, ...view }]
}

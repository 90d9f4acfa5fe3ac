import { isPage } from '../../site/notion/blocks/block-references.ts'
import { recordFileSources } from '../../site/notion/files/file-sources.ts'
import { type PageQuery, defaultQuery } from '../../site/addresses/page-query.ts'
import type { ImageView, PageLinkView, PageModel } from '../../site/pages/page-model.ts'
import { readPagePaths, readBlockPaths } from '../lists/find-page.ts'
import { firstWords } from '../records/first-words.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readBacklinks } from './read-backlinks.ts'
import { readBreadcrumbs } from './read-breadcrumbs.ts'
import { readPageAnchors } from './read-page-anchors.ts'
import { readNeighbours } from './read-neighbours.ts'
import { readPageBlocks } from './read-page-blocks.ts'
import { readRecordMap } from './read-record-map.ts'
import { readRelationUses } from './read-relation-uses.ts'
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
  noteReads([keys.page(pageId), keys.name(pageId)])
  const row = mirror.$client
    .prepare<[string], PageRow>('select * from page where id = ?')
    .get(pageId)
  if (!row) return undefined

  const { blocks, references, views, leftOut, linked } = readPageBlocks(mirror, pageId, query)
  const recordMap = readRecordMap(mirror, blocks, references)
  return {
    id: row.id,
    path: row.path,
    title: row.title,
    icon: row.icon,
    cover: row.cover,
    description: firstWords(row.text),
    createdTime: row.created_time,
    lastEditedTime: row.last_edited_time,
    breadcrumbs: readBreadcrumbs(mirror, pageId),
    recordMap,
    values: readComputedValues(mirror, recordMap),
    rolledUp: readRolledUp(mirror, recordMap),
    usedBy: readRelationUses(mirror, pageId, recordMap),
    query,
    views,
    leftOut,
    paths: readPagePaths(
      mirror,
      [...blocks.values()].filter(isPage).map(({ id }) => id)
    ),
    places: readBlockPaths(mirror, linked),
    images: readImages(mirror, recordFileSources(recordMap)),
    ...readNeighbours(mirror, pageId),
    backlinks: readBacklinks(mirror, pageId),
    linkedBlocks: readPageAnchors(mirror, pageId)
  }
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

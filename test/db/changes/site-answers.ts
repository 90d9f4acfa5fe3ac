import { isDeepStrictEqual } from 'node:util'

import { createElement } from 'react'

import { findAsset } from '../../../db/assets/find-asset.ts'
import { readAssets } from '../../../db/assets/read-assets.ts'
import { showsPublicPicture } from '../../../db/assets/shows-public-picture.ts'
import { type ChangeKey, recordReads } from '../../../db/changes/record-reads.ts'
import { findGonePage, findPage } from '../../../db/lists/find-page.ts'
import { readPages } from '../../../db/lists/read-pages.ts'
import { readRootIcon } from '../../../db/lists/read-root-icon.ts'
import { readSitePages } from '../../../db/lists/read-site-pages.ts'
import { readSubPages } from '../../../db/lists/read-sub-pages.ts'
import { readTaggedPages, readTags } from '../../../db/lists/read-tags.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readNames } from '../../../db/search/read-names.ts'
import { readPageFacts } from '../../../db/page/read-page-facts.ts'
import { markdownPage } from '../../../server/feeds/markdown-page.ts'
import type { PublishedSite } from '../../../server/publication/published-site.ts'
import {
  editedTags,
  newestPages,
  orderedPages,
  siteTags
} from '../../../server/publication/site-index.ts'
import { renderDocument } from '../../../server/render/document/render-document.ts'
import { readRenderedPage } from '../../../server/render/worker/read-rendered-page.ts'
import { siteBranch, siteTree } from '../../../server/render/site-tree.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import { WikiPage } from '../../../web/pages/WikiPage.tsx'

/** An answer of the site, with the keys that were recorded while it was read. */
export interface Answer {
  keys: Set<ChangeKey>
  value: unknown
}

const assets = { script: '', styles: [], theme: '', fonts: [], queryWorker: '' }

/** Ids and paths that the site has had: requests for them are answered too. */
export interface KnownAddresses {
  ids: Set<string>
  paths: Set<string>
  tags: Map<string, { collectionId: string; propertyId: string; option: string }>
  sources: Set<string>
}

export function knownAddresses(): KnownAddresses {
  return { ids: new Set(), paths: new Set(['/', '/nowhere']), tags: new Map(), sources: new Set() }
}

/** Reads everything that the site serves: pages, Markdown, trees, lists, tags, feeds and addresses. */
export function readAnswers(site: PublishedSite, known: KnownAddresses): Map<string, Answer> {
  const { mirror } = site.served()
  addKnown(mirror, known)
  const answers = new Map<string, Answer>()
  const add = (name: string, read: () => unknown) => answers.set(name, recordReads(read))
  for (const id of known.ids) {
    add(`page ${id}`, () => readModel(site, id, ''))
    add(`facts ${id}`, () => readPageFacts(mirror, id))
    add(`markdown ${id}`, () => readMarkdown(site, id))
    add(`tree ${id}`, () => [siteTree(site, id), siteBranch(site, { id, path: '/' })])
  }
  for (const [id, search] of viewQueries(mirror)) {
    add(`query ${id}${search}`, () => readModel(site, id, search))
  }
  for (const path of known.paths) {
    add(`path ${path}`, () => [findPage(mirror, path), findGonePage(mirror, path)])
  }
  for (const [name, tag] of known.tags) {
    const part = { from: 0, limit: 5 }
    add(`tag ${name}`, () => readTaggedPages(mirror, tag, part))
    add(`all of tag ${name}`, () => readTaggedPages(mirror, tag, { ...part, limit: 500 }))
  }
  for (const source of known.sources) add(`file ${source}`, () => findAsset(mirror, source))
  addLists(site, add)
  return answers
}

function addLists(site: PublishedSite, add: (name: string, read: () => unknown) => void): void {
  const { mirror } = site.served()
  const { rootNotionPageId } = site.config
  add('pages', () => readPages(mirror))
  add('site pages', () => readSitePages(mirror))
  add('newest pages', () => newestPages(site).slice(0, 20))
  add('ordered pages', () =>
    orderedPages(site).map((page) => ({ ...page, lastEditedTime: undefined }))
  )
  add('sub-pages', () => readSubPages(mirror, 6))
  add('tags', () => siteTags(site).map((tag) => ({ ...tag, lastEditedTime: undefined })))
  add('edited tags', () => editedTags(site))
  add('names', () => readNames(mirror))
  add('root icon', () => readRootIcon(mirror, rootNotionPageId))
  add('public pictures', () => showsPublicPicture(mirror, []))
}

function addKnown(mirror: Mirror, { ids, paths, tags, sources }: KnownAddresses): void {
  for (const { id, path } of readPages(mirror)) {
    ids.add(id)
    for (const each of [path, path.toLowerCase(), `/${undashId(id)}`]) paths.add(each)
  }
  for (const tag of readTags(mirror)) {
    tags.set(`${tag.collectionId} ${tag.propertyId} ${tag.option}`, tag)
  }
  for (const source of readAssets(mirror).keys()) sources.add(source)
}

/** A page with each of its first views searched and sorted. */
function viewQueries({ $client }: Mirror): [id: string, search: string][] {
  const views = $client
    .prepare<[], { page: string; view: string; property: string }>(
      `select block.page_id as page, view.value as view, min(property_id) as property
         from block, json_each(block.view_ids) as view
         join collection_view on collection_view.id = view.value
         join collection_property as property using (collection_id)
        where block.page_id is not null and view.key = 0 group by block.page_id, view.value`
    )
    .all()
  return views.map(({ page, view, property }) => [
    page,
    `?${new URLSearchParams({ v: undashId(view), sort: property, q: 'a' })}`
  ])
}

function readModel(site: PublishedSite, pageId: string, search: string) {
  const { mirror } = site.served()
  return readRenderedPage(mirror, { pageId, search, rowsShare: 1, config: site.config })
}

/** Finds the page first, as the route does. */
function readMarkdown(site: PublishedSite, id: string): string | undefined {
  const page = findPage(site.served().mirror, `/${undashId(id)}`)
  return page && markdownPage(site, page)
}

/** Whether two answers are sent as the same bytes. */
export function isSameAnswer(site: PublishedSite, one: Answer, other: Answer): boolean {
  if (isDeepStrictEqual(comparable(one.value), comparable(other.value))) return true
  if (!isModel(one.value) || !isModel(other.value)) return false
  return htmlOf(site, one.value) === htmlOf(site, other.value)
}

type Model = NonNullable<ReturnType<typeof readModel>>

function isModel(value: unknown): value is Model {
  return typeof value === 'object' && value !== null && 'facts' in value
}

/** Without functions, which are never equal. */
function comparable(value: unknown): unknown {
  return isModel(value) ? { ...value, page: { ...value.page, query: undefined } } : value
}

/** The HTML of a page. Records of linked pages have more fields than the page shows. */
function htmlOf({ config }: PublishedSite, { page, facts }: Model): string {
  const shell = { config, basePath: '', assets, navigation: [], chapters: new Map(), year: 2026 }
  const prepared = prepareBlocks(page.recordMap, page.id, { maxCost: 5_000_000 })
  return renderDocument(createElement(WikiPage, { shell, page, prepared, facts }))
}

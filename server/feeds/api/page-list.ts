import { keys } from '../../../db/changes/change-keys.ts'
import { noteRead } from '../../../db/changes/record-reads.ts'
import { readChangedPages } from '../../../db/changes/read-changed-pages.ts'
import { readSchemasOfSite } from '../../../db/collections/read-schemas.ts'
import {
  type AfterPage,
  type PageListQuery,
  readPageList
} from '../../../db/page/read-page-list.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import type { RenderedText } from '../../responses/rendered-text.ts'
import { jsonAnswer } from './json-answer.ts'
import { listedPage } from './listed-page.ts'
import { writeCursor } from './cursor.ts'

/** `/api/pages`. */
export function pageListText(site: PublishedSite, query: PageListQuery): RenderedText {
  const { mirror } = site.served()
  const { spoiler: labelOf } = messagesFor(site.config)
  const { pages, total, next } = readPageList(mirror, { ...query, labelOf })
  return jsonAnswer({
    generation: readGeneration(site),
    total,
    nextCursor: next === undefined ? null : writeCursor([sortName(query), ...next]),
    pages: pages.map((page) => listedPage(site, page))
  })
}

/** The position that a cursor of a list with this order names; undefined for any other text. */
export function afterPage(values: unknown[], order: PageOrder): AfterPage | undefined {
  const [of, value, id, generation] = values
  const isValue = typeof value === (order.sort === 'title' ? 'string' : 'number')
  if (of !== sortName(order) || !isValue || typeof id !== 'string') return undefined
  return [value as string | number, id, typeof generation === 'number' ? generation : undefined]
}

type PageOrder = Pick<PageListQuery, 'sort' | 'isDescending'>

/** The order as the parameter `sort` writes it. */
function sortName({ sort, isDescending }: PageOrder): string {
  return isDescending ? `-${sort}` : sort
}

/** `/api/collections`. */
export function collectionListText(site: PublishedSite): RenderedText {
  const { mirror } = site.served()
  return jsonAnswer({ generation: readGeneration(site), collections: readSchemasOfSite(mirror) })
}

/** `/api/changes`. Undefined if the log does not reach back to the generation `since`. */
export function changeListText(site: PublishedSite, since: number): RenderedText | undefined {
  const { mirror } = site.served()
  const found = readChangedPages(mirror, since)
  if (!found?.changes) return undefined
  const { generation, publishedAt } = found
  const changes = found.changes.map((change) => ({ ...change, path: site.basePath + change.path }))
  return jsonAnswer({ since, generation, publishedTime: publishedAt, changes })
}

function readGeneration(site: PublishedSite): number {
  noteRead(keys.sync)
  return site.served().generation
}

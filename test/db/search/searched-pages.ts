import path from 'node:path'

import type { Block } from 'notion-types'

import { SearchIndex } from '../../../db/search/search-index.ts'
import { parseQuery } from '../../../site/search/parse-query.ts'
import { tempDir } from '../../support/temp-dir.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openTestMirror, publishAt, walkResultOf } from '../../support/workspaces/walk-result.ts'

/** The content of a page: a text, or texts below headings. */
type Content = string | [heading: string, text: string][]

/** The search of pages with these titles and contents, in this order, without a walk or server. */
export async function searchOf(pages: Record<string, Content>) {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const records = Object.entries(pages).map(pageRecords)
  const root = records.map(([page]) => page?.id ?? '')
  await publishAt(mirror, 100, walkResultOf(workspaceOf(root, records.flat())))
  const index = new SearchIndex(mirror)
  await index.update()
  const titles = mirror.$client
    .prepare<[number], string>('select title from search_page where number = ?')
    .pluck()
  return {
    mirror,
    find: (query: string) => {
      const found = index.find(parseQuery(query))
      return {
        ...found,
        pages: found.pages.map((page) => ({ ...page, title: titles.get(page.number) ?? '' }))
      }
    }
  }
}

/** A page and its blocks. */
function pageRecords([title, content]: [string, Content], index: number): Block[] {
  const first = 10_000 * (index + 1)
  const parts = typeof content === 'string' ? [['', content] as const] : content
  const blocks = parts.flatMap(([heading, text], part) => {
    const number = first + 1 + 2 * part
    const parent = { parent_id: testId(first) }
    const properties = { title: [[heading]] }
    return [
      ...(heading ? [record(number, { type: 'sub_header', properties, ...parent })] : []),
      textBlock(number + 1, text, parent)
    ]
  })
  return [pageBlock(first, title, { content: blocks.map(({ id }) => id) }), ...blocks]
}

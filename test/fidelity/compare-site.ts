import type { FastifyInstance } from 'fastify'

import type { Mirror } from '../../db/mirror/open-mirror.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { renderedBlockTypes } from '../../site/notion/blocks/block-types.ts'
import { comparePage, lengthOf } from './compare-page.ts'
import { htmlText, mainOf, normal } from './html-text.ts'
import { MirrorRecords } from './mirror-records.ts'
import { rowValues } from './row-values.ts'
import type { Tally } from './tally.ts'

const MAX_ROWS = 20

interface ServedSite {
  app: FastifyInstance
  mirror: Mirror
  /** The workspace from which the mirror was synced. */
  workspace: WorkspaceFile
}

/** Compares all served pages, rows and views with the mirror. */
export async function compareSite(site: ServedSite, tally: Tally): Promise<void> {
  const records = new MirrorRecords(site.mirror, site.workspace)
  const pages = site.mirror.$client
    .prepare<[], { id: string; path: string; type: string }>(
      'select page.id, path, type from page join block using (id)'
    )
    .all()
  for (const page of pages) {
    const html = await get(site.app, page.path)
    tally.add('block', page.type, html !== '')
    countBlocks({ records, page, html }, tally)
    countValues({ mirror: site.mirror, page, html }, tally)
  }
  await countViews(site, tally)
}

async function get(app: FastifyInstance, address: string): Promise<string> {
  const reply = await app.inject(encodeURI(address))
  return reply.statusCode === 200 ? reply.body : ''
}

interface Page {
  id: string
  path: string
}

function countBlocks(
  { records, page, html }: { records: MirrorRecords; page: Page; html: string },
  tally: Tally
): void {
  const shown = htmlText(mainOf(html))
  for (const { block, texts: expected, missing } of comparePage(records, page.id, html)) {
    // A block type without rendering shows only its type.
    const isRendered =
      renderedBlockTypes.has(block.type) ||
      shown.toLowerCase().includes(block.type.replaceAll('_', ' '))
    tally.add('block', block.type, isRendered && missing.length === 0)
    tally.text.expected += lengthOf(expected)
    tally.text.found += lengthOf(expected) - lengthOf(missing)
    for (const each of expected) {
      for (const mark of each.marks) tally.add('inline', mark, !missing.includes(each))
    }
    const texts = missing.map(({ text }) => `${page.path} ${block.type}: ${text}`)
    tally.missing.push(...texts)
  }
}

function countValues(
  { mirror, page, html }: { mirror: Mirror; page: Page; html: string },
  tally: Tally
): void {
  const text = htmlText(mainOf(html))
  for (const { type, name, texts } of rowValues(mirror, page.id)) {
    const isWritten = texts.length === 0 || texts.some((each) => containsText(text, each))
    const isFound = isWritten && text.includes(normal(name))
    tally.add('property', type, isFound)
    if (!isFound) tally.missing.push(`${page.path} ${type} ${name}: ${texts[0] ?? 'its name'}`)
  }
  tally.add('property', 'title', text !== '')
}

/** Compares word by word, since icons of mentioned pages may come between words. */
function containsText(text: string, value: string): boolean {
  return normal(value)
    .split(' ')
    .every((word) => text.includes(word))
}

interface ShownView {
  id: string
  type: string
  path: string
  titles: string
}

async function countViews({ app, mirror }: ServedSite, tally: Tally): Promise<void> {
  const views = mirror.$client
    .prepare<[number], ShownView>(
      `select view.id, view.type, page.path,
              (select json_group_array(title) from (
                 select shown.title from collection_view_row as row
                   join collection_view_group as grp
                     on grp.view_id = row.view_id and grp.position = row.group_position
                   join page as shown on shown.id = row.block_id
                  where row.view_id = view.id and not grp.is_hidden
                  order by row.group_position, row.position limit ?)) as titles
         from collection_view as view
         join block on view.id in (select value from json_each(block.view_ids))
         join page on page.id = block.page_id`
    )
    .all(MAX_ROWS)
  for (const { id, type, path, titles } of views) {
    const text = htmlText(mainOf(await get(app, `${path}?v=${id.replaceAll('-', '')}`)))
    const missing = (JSON.parse(titles) as string[]).filter(
      (title) => !text.includes(normal(title))
    )
    tally.add('view', type, text !== '' && missing.length === 0)
    tally.missing.push(...missing.map((title) => `${path} ${type} view ${id}: ${title}`))
  }
}

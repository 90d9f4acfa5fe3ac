import { beforeAll, expect, test } from 'vitest'

import { fragmentPath } from '../../../site/addresses/fragment-path.ts'
import { covered, story } from '../../canaries/story.ts'
import { date, to } from '../../support/sites/row-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { pageBlock, record, testId } from '../../support/workspaces/records.ts'

let site: TestSite
beforeAll(async () => {
  site = await openSite({ workspace: ranked(), config: { spoilers: covered } })
})

/**
 * The story with an icon of a marked and of an open page, a rank of a marked and of an open row, and a
 * copy of a line in two marked toggles.
 */
function ranked() {
  const workspace = story()
  const { block, collection } = workspace
  const rank = { name: 'Rank', type: 'multi_select', options: [] }
  Object.assign(collection[testId(40)]?.schema ?? {}, { rank })
  Object.assign(block[testId(50)]?.properties ?? {}, { rank: [['Warden,Guest']] })
  Object.assign(block[testId(51)]?.properties ?? {}, { rank: [['Baker,Guest']] })
  Object.assign(block[testId(10)] ?? {}, { format: { page_icon: '💀' } })
  Object.assign(block[testId(51)] ?? {}, { format: { page_icon: '🍞' } })
  addWithin(32, { type: 'toggle', properties: { title: [['🔒 9 Inner']] } }, 30)
  addWithin(33, { type: 'transclusion_container' }, 32)
  addWithin(34, { type: 'text', properties: { title: [['the deepest line']] } }, 33)
  const format = { transclusion_reference_pointer: { id: testId(33) } }
  addWithin(35, { type: 'transclusion_reference', format })
  return workspace

  function addWithin(number: number, fields: Parameters<typeof record>[1], parent?: number) {
    const parentId = parent === undefined ? workspace.rootPageId : testId(parent)
    block[testId(number)] = record(number, { parent_id: parentId, ...fields })
    const content = block[parentId]?.content ?? []
    Object.assign(block[parentId] ?? {}, { content: [...content, testId(number)] })
  }
}

const bodyOf = async (url: string) => (await site.app.inject(url)).body

/** What a visitor sees who opens nothing. */
const seen = (html: string) =>
  html
    // Ends before the box that it may be in.
    .replaceAll(/<details class="page-menu".*?<\/details>/gs, '')
    .replaceAll(/<details class="spoiler".*?<\/summary>(.*?)<\/details>/gs, '')
    .replaceAll(/<(a)\b(?=[^>]*>(?:(?!<\/a>).)*data-spoiler=).*?<\/\1>/gs, '')
    .replaceAll(/<div hidden="" data-spoiler.*?<\/div>/gs, '')

// Before `site` renders: it then takes over the processes of these tests.
test('a calendar places no row by a value of a marked row', async () => {
  const { app } = await openSite({ workspace: acquainted(), config: { spoilers: covered } })
  const { body } = await app.inject('/')
  expect(body).toContain('Rowan')
  expect(seen(body)).not.toMatch(/2026-03|March 2026/)
})

test('the feed leaves out what a marked toggle contains, and stays well formed', async () => {
  const workspace = story()
  const rows = workspace.block[testId(41)]
  // A page of the feed with a toggle and covered links.
  const page = pageBlock(60, 'Diary', { content: [testId(20), testId(30)] })
  Object.assign(workspace.block, { [page.id]: page })
  for (const id of page.content ?? [])
    Object.assign(workspace.block[id] ?? {}, { parent_id: page.id })
  Object.assign(workspace.block[workspace.rootPageId] ?? {}, {
    content: [testId(10), page.id, ...(rows ? [rows.id] : [])]
  })
  const { app } = await openSite({ workspace, config: { spoilers: covered } })
  const { body } = await app.inject('/feed.xml')
  expect(body).toContain('<summary>Spoiler (chapter 1)</summary></details>')
  expect(body).not.toMatch(/Hidden heading|a secret below|The tower|noscript/)
})

test('in Japanese, also a long name in the header', async () => {
  const config = { language: 'ja', spoilers: covered }
  const workspace = story()
  const title = [['🔒 9 The very last keeper of the drowned lanterns']]
  Object.assign(workspace.block[testId(10)]?.properties ?? {}, { title })
  const { app } = await openSite({ workspace, config })
  const { body } = await app.inject('/')
  // The header has only the beginning of a long name, and the whole one as a title.
  expect(/<nav class="site-navigation.*?<\/nav>/s.exec(body)?.[0]).toContain('The very last')
  expect(body).not.toMatch(/title="[^"]*keeper/)
  expect(body).toContain('ネタバレ（第9章）')
  expect(body).toContain('第1章')
})

test('names of spoilers are covered wherever a page links to them', async () => {
  const html = await bodyOf('/')
  const labels = html.match(/data-spoiler-label="">Spoiler \(chapter 9\)</g) ?? []
  expect(labels.length).toBeGreaterThan(2)
  expect(html).toContain('The tower')
  expect(seen(html)).not.toContain('The tower')
  expect(seen(html)).not.toContain('Ash')
  expect(seen(html)).toContain('Rowan')
})

test('parts that a script asks for are covered too', async () => {
  const parts = [
    await bodyOf(fragmentPath('tree', '/')),
    await bodyOf(fragmentPath('link-card', '/9-the-tower'))
  ]
  for (const part of parts) {
    expect(part).toContain('Spoiler (chapter 9)')
    expect(seen(part)).not.toContain('The tower')
  }
})

test('blocks in the API name a mentioned spoiler by its chapter', async () => {
  const reply = await site.app.inject('/api/pages/%2F?text=blocks')
  const texts = reply.json().blocks.map(({ text }: { text: string }) => text)
  expect(texts).toContain('see Spoiler (chapter 9)')
})

test('the API has no icon of a marked page', async () => {
  for (const [number, icon] of [
    [10, null],
    [51, '🍞']
  ] as const) {
    const id = testId(number)
    expect(JSON.parse(await bodyOf(`/api/pages/${id}`))).toMatchObject({ id, icon })
    const { pages } = JSON.parse(await bodyOf('/api/pages')) as { pages: object[] }
    expect(pages).toContainEqual(expect.objectContaining({ id, icon }))
  }
})

test('a tag that an open row has too is not covered', async () => {
  const html = seen(await bodyOf('/tags'))
  expect(html).toContain('>Guest<')
  expect(html).not.toContain('Warden')
})

test('a mistyped tag suggests no option that only marked rows have', async () => {
  const [open = ''] = /\/tags\/[^"]*\/Baker/.exec(await bodyOf('/tags')) ?? []
  expect(await bodyOf(open.replace('Baker', 'Bakre'))).toContain(`href="${open}"`)
  expect(await bodyOf(open.replace('Baker', 'Wardne'))).not.toContain('Warden')
})

test('values of a marked row are covered with its name', async () => {
  const html = await bodyOf('/')
  expect(html).toContain('<div hidden="" data-spoiler="9">lost at sea</div>')
  expect(seen(html)).toContain('a baker')
})

/** The story with a calendar of the people by the days of those whom they know. */
function acquainted() {
  const workspace = story()
  const { block, collection, collection_view: views } = workspace
  const day = date({ type: 'date', start_date: '2026-03-05' })
  Object.assign(block[testId(50)]?.properties ?? {}, { day })
  Object.assign(block[testId(51)]?.properties ?? {}, { knows: to(testId(50)) })
  const related = { relation_property: 'knows', target_property: 'day' }
  Object.assign(collection[testId(40)]?.schema ?? {}, {
    day: { name: 'Day', type: 'date' },
    knows: { name: 'Knows', type: 'relation', collection_id: testId(40) },
    days: { name: 'Days', type: 'rollup', ...related, aggregation: 'earliest_date' }
  })
  const query2 = { calendar_by: 'days' }
  Object.assign(views[testId(42)] ?? {}, { type: 'calendar', format: {}, query2 })
  return workspace
}

test('a marked toggle is a closed box without its title', async () => {
  const html = await bodyOf('/')
  expect(html).toContain('<details class="spoiler" data-spoiler="1"><summary>Spoiler (chapter 1)')
  for (const text of ['Hidden heading', 'a secret below']) {
    expect(html).toContain(text)
    expect(seen(html)).not.toContain(text)
  }
})

test('a copy of a block has the nearest mark of its original', async () => {
  const before = (await bodyOf('/')).split('the deepest line')
  expect(before).toHaveLength(3)
  expect(before[1]?.match(/data-spoiler="\d"/g)?.at(-1)).toBe('data-spoiler="9"')
})

test('a marked page is a closed box, and so is a page below it', async () => {
  const html = await bodyOf('/9-the-tower')
  expect(html).toMatch(/<title>Spoiler \(chapter 9\)/)
  expect(seen(html)).not.toMatch(/The tower|the keeper falls/)
  expect(seen(await bodyOf('/below-the-tower'))).not.toContain('Below the tower')
})

test('previews, the feed and the search do not name a spoiler', async () => {
  const head = /<head>.*<\/head>/s.exec(await bodyOf('/9-the-tower'))?.[0] ?? ''
  const found = await bodyOf('/api/search-notion?query=keeper')
  const answers = [
    head,
    found,
    await bodyOf('/feed.xml'),
    seen(await bodyOf('/search?q=keeper')),
    await bodyOf(`/api/notion-page-info?pageId=${testId(10)}`)
  ]
  for (const answer of answers) expect(answer).not.toMatch(/The tower|keeper falls/)
  expect(found).toContain('Spoiler (chapter 9)')
})

test('the search finds no text of a marked toggle', async () => {
  const { body } = await site.app.inject('/api/search-notion?query=secret')
  expect(JSON.parse(body)).toMatchObject({ total: 0 })
})

test('a misspelt search suggests words of open pages only', async () => {
  const suggested = async (query: string) =>
    JSON.parse(await bodyOf(`/api/search-notion?query=${query}`)) as Record<string, unknown>
  expect(await suggested('bakre')).toMatchObject({ didYouMean: 'baker' })
  expect(await suggested('keepre')).toMatchObject({ total: 1, didYouMean: null })
})

test('a covered page has one heading of the first level', async () => {
  const levels = (await bodyOf('/9-the-tower')).match(/<h1\b[^>]*>/g)?.map((tag) => {
    return /aria-level="(\d)"/.exec(tag)?.[1] ?? '1'
  })
  expect(levels).toEqual(['1', '2'])
})

test('values of facets are covered if each of their rows is', async () => {
  const box = /<details class="spoiler"[^>]*>(?:(?!<\/details>).)*data-facets/s
  expect(await bodyOf('/_data/people?_facet=fate')).toMatch(box)
  const open = await bodyOf('/_data/people?fate__exact=a+baker&_facet=fate')
  expect(open).toContain('data-facets')
  expect(open).not.toMatch(box)
})

test('the list of all pages has covered pages under their label', async () => {
  const { body } = await site.app.inject('/all-pages')
  const heads = [...body.matchAll(/<h2 id="[^"]*">([^<]*)<\/h2>/g)].map(([, head]) => head)
  expect(heads).toEqual(expect.arrayContaining(['R', 'S']))
  for (const head of ['A', 'B', 'T']) expect(heads).not.toContain(head)
  // The reader's choice is above the list, besides that in the footer.
  expect(body.split('class="spoiler-choice"')).toHaveLength(3)
})

test.each(['title', '-title'])('no cursor of pages by %s names a covered page', async (sort) => {
  const { pages } = JSON.parse(await bodyOf(`/api/pages?sort=${sort}`)) as PageList
  const titles = pages.map(({ title }) => title)
  const ordered = titles.toSorted()
  expect(titles).toEqual(sort === 'title' ? ordered : ordered.toReversed())
  const parts: PageList[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = parts.at(-1)?.nextCursor ?? null) {
    const from = cursor && `&cursor=${cursor}`
    parts.push(JSON.parse(await bodyOf(`/api/pages?sort=${sort}&limit=1${from}`)) as PageList)
  }
  expect(parts.flatMap((part) => part.pages)).toEqual(pages)
  const cursors = parts.map(({ nextCursor }) => String(Buffer.from(nextCursor ?? '', 'base64url')))
  expect(cursors.join()).toContain('Spoiler (chapter 9)')
  expect(cursors.join()).not.toMatch(/Ash|tower/i)
})

interface PageList {
  pages: { title: string }[]
  nextCursor: string | null
}

test('Markdown, rows of the API and the mirror keep all texts', async () => {
  expect(await bodyOf('/9-the-tower.md')).toContain('the keeper falls')
  expect(await bodyOf('/api/collections/people/rows')).toContain('lost at sea')
  const page = site.mirror.$client.prepare('select text, spoiler from page where id = ?')
  expect(page.get(testId(10))).toEqual({ text: 'the keeper falls', spoiler: '9' })
})

test('a changed mark changes the pages that link to it', async () => {
  expect(seen(await bodyOf('/'))).toContain('Rowan')
  site.api.edit.setText(testId(10), 'The open tower')
  site.api.edit.setProperty(testId(51), 's', [['9']])
  await site.sync()
  const html = seen(await bodyOf('/'))
  expect(html).toContain('The open tower')
  expect(html).not.toContain('Rowan')
})

import path from 'node:path'

import Database from 'better-sqlite3'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Block } from 'notion-types'
import RssParser from 'rss-parser'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { homeCollection } from '../../support/sites/collection-site.ts'
import { hostileWorkspace, lines } from '../../support/workspaces/hostile-pages.ts'
import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'
import { openSite } from '../../support/sites/site.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

const inPage = { parent_id: testId(3) }

/** A text construct of Atom. */
interface Html {
  '@_type': string
  '#text': string
}

/** The HTML of each entry, by its title. */
async function entries({ app }: Pick<PublishedSite, 'app'>): Promise<Map<string, string>> {
  const { body } = await app.inject('/feed.xml')
  expect(XMLValidator.validate(body)).toBe(true)
  const { items } = await new RssParser().parseString(body)
  return new Map(items.map((item) => [String(item.title), String(item['content'])]))
}

async function hostileEntry(workspace: WorkspaceFile): Promise<string> {
  return (await entries(await publishedSite(workspace))).get('Hostile') ?? ''
}

/** Elements that are open at the end. */
function unclosed(html: string): string[] {
  const open: string[] = []
  for (const [, slash, name = '', end] of html.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (slash) expect(open.pop()).toBe(name)
    else if (!end) open.push(name)
  }
  return open
}

test.each([
  ['of 200 blocks', 200],
  ['of so many blocks that another thread draws it', 2500]
])('a long page %s is truncated after a block, with a link to the rest', async (_name, count) => {
  const html = await hostileEntry(
    hostileWorkspace(lines(count, (index) => `line ${index} ${'of words '.repeat(30)}.`))
  )
  expect(html).toContain('<p>line 50 of words')
  expect(html).toMatch(/words \.<\/p>/)
  expect(html).toMatch(/<p><a href="https:\/\/wiki\.example\.org\/hostile">Hostile …<\/a><\/p>$/)
  expect(html.length).toBeGreaterThan(20_000)
  expect(html.length).toBeLessThan(31_000)
  expect(
    [...html.matchAll(/<p>line \d+ .*?<\/p>/g)].filter(([line]) => !line.endsWith(' .</p>'))
  ).toEqual([])
  expect(unclosed(html)).toEqual([])
})

test('a single long text is truncated, with a link to the rest', async () => {
  const html = await hostileEntry(hostileWorkspace(lines(1, () => '<&\u{1F3EE}'.repeat(9000))))
  expect(html).toMatch(/^<p>&lt;&amp;\u{1F3EE}/u)
  expect(html).toMatch(/<p><a href="https:\/\/wiki\.example\.org\/hostile">Hostile …<\/a><\/p>$/)
  expect(html.length).toBeLessThan(40_000)
  expect(unclosed(html)).toEqual([])
})

test('a page that cannot be rendered has its text in the feed, and the error is logged', async () => {
  // A type that is not a string, which a sync never writes.
  const fields = { ...inPage, properties: { title: [['plain words']] } }
  const poison = record(100, { ...fields, type: 7 as unknown as string })
  const site = await publishedSite(hostileWorkspace([poison]))
  const logged = vi.spyOn(site.app.log, 'error').mockImplementation(() => {})
  const found = await entries(site)
  expect(found.get('Hostile')).toContain('<p>plain words</p>')
  expect(found.get('Small')).toBeTruthy()
  expect(String(logged.mock.calls)).toContain(testId(3))
  await entries(site)
  expect(logged).toHaveBeenCalledTimes(1)

  // It is made again after five minutes, although nothing changes.
  await site.app.close()
  const file = new Database(path.join(site.dataDir, 'responses.db'), { readonly: true })
  onTestFinished(() => void file.close())
  const sql = `select expires_at - made_at from response where address = '/feed.xml'`
  expect(file.prepare(sql).pluck().get()).toBeLessThanOrEqual(300_000)
})

test('markup in texts is escaped in the feed, and script addresses are removed', async () => {
  const marks = [['a', 'javascript:alert(1)']]
  const title = [
    ['<script>x</script>', marks],
    [' <img src=x onerror=y>'],
    ['mail', [['a', 'mailto:a@b.example']]]
  ]
  const html = await hostileEntry(
    hostileWorkspace([textBlock(100, '', { ...inPage, properties: { title } })])
  )
  expect(html).toContain('&lt;script&gt;x&lt;/script&gt; &lt;img src=x onerror=y&gt;')
  expect(html).toContain('<a href="mailto:a@b.example">mail</a>')
  expect(html).not.toMatch(/<script|<img|javascript:/)
})

test('empty pages have a link to themselves', async () => {
  const html = await hostileEntry(hostileWorkspace([]))
  expect(html).toBe('<p><a href="https://wiki.example.org/hostile">Hostile</a></p>')
})

test('markup in titles, summaries and names is escaped twice: in HTML, and that in XML', async () => {
  const evil = '<script>alert(1)</script>&amp;<b title="\'">'
  const workspace = workspaceOf(
    [testId(3)],
    [
      pageBlock(3, `Title ${evil}`, { content: [testId(4)] }),
      textBlock(4, `Summary ${evil}`, inPage)
    ]
  )
  const { app } = await publishedSite(workspace)
  const { body } = await app.inject('/feed.xml')
  expect(XMLValidator.validate(body)).toBe(true)
  expect(body).not.toMatch(/<script|<b title/i)
  const parser = new XMLParser({ ignoreAttributes: false, htmlEntities: true })
  const found = [parser.parse(body).feed.entry].flat() as Record<string, Html>[]
  const entry = found.find(({ title }) => title?.['#text'].includes('Title'))
  const escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&lt;b title=&quot;'&quot;&gt;"
  expect(entry?.['title']).toEqual({ '@_type': 'html', '#text': `Title ${escaped}` })
  expect(entry?.['summary']).toEqual({ '@_type': 'html', '#text': `Summary ${escaped}` })
  expect(entry?.['content']?.['#text']).toContain(`Summary &lt;script&gt;`)
})

test('what works only on the site is left out, and the elements after it are closed', async () => {
  const heading = record(10, { type: 'header', properties: { title: [['Oil']] }, ...inPage })
  const mention = { title: 'Guide', href: 'https://a.example/', description: 'How to' }
  const linked = [
    ['see ', [['a', '/3']]],
    ['it', [['b']]],
    ['‣', [['lm', mention]]]
  ]
  const text = textBlock(11, '', { properties: { title: linked }, ...inPage })
  const page = pageBlock(3, 'Lamp', { content: [heading.id, text.id] })
  const site = await publishedSite(workspaceOf([page.id], [page, heading, text]))
  const html = (await entries(site)).get('Lamp') ?? ''
  expect(unclosed(html)).toEqual([])
  expect(html).toContain('<h2>Oil</h2></div>')
  // Without the card that the site shows beside the link.
  expect(html).toContain('see </a><b>it</b><a href="https://a.example/">Guide</a></p>')
})

test.each([9e14, -9e13, 8.64e15 + 1])(
  'a page whose times are %d leaves the feed and the sitemap valid',
  async (time) => {
    const fields = { ...inPage, created_time: time, last_edited_time: time }
    const { app } = await publishedSite(hostileWorkspace([pageBlock(100, 'Odd', fields)]))
    const feed = (await app.inject('/feed.xml')).body
    const sitemap = (await app.inject('/sitemap.xml')).body
    expect(feed).toContain('>1970-01-01T00:00:00.000Z</published>')
    expect(sitemap).toContain('/odd</loc></url>')
    const dates = [...(feed + sitemap).matchAll(/<(updated|published|lastmod)>([^<]*)</g)]
    expect(dates.length).toBeGreaterThan(3)
    for (const [, , date] of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
  }
)

test('the lines of a card are lines of their own', async () => {
  const link = 'https://example.org/a'
  const properties = { link: [[link]], title: [['Book']], description: [['All about it']] }
  const html = await hostileEntry(
    hostileWorkspace([record(100, { ...inPage, type: 'bookmark', properties })])
  )
  expect(html.replaceAll(/<[^>]*>/g, '\n').match(/.+/g)).toEqual([
    'Link',
    'Book',
    'All about it',
    'example.org'
  ])
  expect(unclosed(html)).toEqual([])
})

test('views have no tools, and nothing that only the style sheet separates or hides', async () => {
  const lamps = Array.from({ length: 9 }, (_, index) => ({
    title: `Lamp ${index}`,
    grade: index < 4 ? ('Wick' as const) : ('Ember' as const),
    since: `2026-0${1 + (index % 3)}-05`
  }))
  const table = { type: 'table' as const, name: 'Table', show: ['Lamp'], groupBy: 'Grade' }
  const dated = (['calendar', 'timeline'] as const).map((type) => ({
    type,
    name: type,
    show: ['Lamp'],
    dateBy: 'Since'
  }))
  const chart = { type: 'chart' as const, name: 'Count', show: [], chartType: 'number' as const }
  const workspace = homeCollection([table, ...dated, chart], lamps)
  // The same database again for each of the other views.
  const block = Object.values(workspace.block).find(({ type }) => type === 'collection_view')
  const ids = block && 'view_ids' in block ? block.view_ids : []
  for (const [index, view] of ids.slice(1).entries()) {
    const other = { ...block, id: testId(90 + index), view_ids: [view] }
    workspace.block[other.id] = other as Block
    workspace.block[ROOT_ID]?.content?.push(other.id)
  }
  const html = (await entries(await openSite({ workspace }))).get('Home') ?? ''
  expect(html).not.toContain('<details>')
  for (const part of [
    '<h3>Wick 4</h3>',
    '<td>5<ul>',
    '>Jan 5 – Mar 5, 2026</th>',
    '</strong> Count'
  ]) {
    expect(html.replaceAll(/[\u2009\u00a0]/g, ' ')).toContain(part)
  }
  expect(unclosed(html)).toEqual([])
})

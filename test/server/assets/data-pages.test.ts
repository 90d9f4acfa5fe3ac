import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { onFinished } from '../../support/on-finished.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { type KeptSite, countsOf, keptSite } from '../responses/kept-site.ts'

let site: KeptSite
let mirror: Mirror
let app: FastifyInstance

// Synced once: these tests only read.
beforeAll(async () => {
  site = await keptSite(sampleWorkspace(), { assets: sampleAssets })
  app = await site.open()
  mirror = openMirrorForReading(path.join(site.dataDir, 'mirror.db'))
  onFinished(async () => void mirror.$client.close())
  grade = String(mirror.$client.prepare('select max(grade) from techniques').pluck().get())
})

let grade = ''

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const unescaped = (html: string) => html.replaceAll('&quot;', '"')

/** The addresses that the links of a page name, without entities. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  )
}

async function htmlOf(url: string): Promise<string> {
  const reply = await get(url)
  expect([url, reply.statusCode]).toEqual([url, 200])
  return reply.body
}

/** The rows of a table as objects, from its JSON. */
async function rowsOf(url: string): Promise<Record<string, unknown>[]> {
  const reply = await get(url)
  expect([url, reply.statusCode]).toEqual([url, 200])
  return reply.json()
}

function count(sql: string): number {
  return Number(mirror.$client.prepare(sql).pluck().get())
}

// The first test: a response of an earlier one may expire while renders are counted.
test('pages are not indexed and are kept, whatever other parameters they have', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const plain = await get('/_data/techniques')
  expect(plain.headers['x-robots-tag']).toBe('noindex')
  expect(plain.body).toContain('<meta name="robots" content="noindex"/>')
  expect(plain.headers['cache-control']).toContain('s-maxage=60')
  const { renders, entries } = await countsOf(app)
  const same = ['utm_source=x', 'nope__exact=1', 'technique__foo=2', '_sort=nope', '_col=nope']
  same.push('_facet=nope', '_size=x', '_size=0', '_size=2000000', '_size=50', '')
  for (const query of same) {
    expect((await get(`/_data/techniques?${query}`)).headers.etag).toBe(plain.headers.etag)
  }
  expect(await countsOf(app)).toMatchObject({ renders, entries })
})

test('/_data lists the tables with their descriptions, types and rows, and the questions', async () => {
  const html = await htmlOf('/_data')
  expect(html).toContain('<a href="/_data/techniques">techniques</a>')
  expect(html).toContain(`${count('select count(*) from block').toLocaleString('en')} rows`)
  expect(html).toContain('Notion&#x27;s type, such as <code>page</code>')
  expect(linksOf(html)).not.toContain('/_data/search_text')
  const asked = linksOf(html).filter((href) => href.startsWith('/_data/query?sql='))
  expect(asked.length).toBeGreaterThanOrEqual(10)
})

test('every table shows rows that link to a row of its own', async () => {
  const tables = linksOf(await htmlOf('/_data')).filter((href) => /^\/_data\/[^/?]+$/.test(href))
  expect(tables.length).toBeGreaterThan(30)
  for (const table of tables) {
    if (table === '/_data/query') continue
    const own = linksOf(await htmlOf(table)).find((href) => href.startsWith(`${table}/`))
    if (own !== undefined) expect(await htmlOf(own)).toContain('<table class="data-values"')
  }
})

test('the SQL of rows is a statement that has them, whatever their conditions', async () => {
  const conditions = `?grade__exact=${grade}&technique__not=it's&oil_cost__gte=1&kind__in=a,Ward`
  const tables = [
    ...mirror.$client.prepare<[], string>('select name from pragma_table_list').pluck().all()
  ]
  const shown = tables.filter((name) => !/^(search_(name|text)|sqlite|__)/.test(name))
  for (const url of [...shown.map((name) => `/_data/${name}`), `/_data/techniques${conditions}`]) {
    const html = await htmlOf(url)
    const address = linksOf(html).find((href) => href.startsWith('/_data/query?')) ?? ''
    const sql = new URL(address, 'http://site').searchParams.get('sql') ?? ''
    const rows = html.split('<tbody>')[1]?.match(/<tr>/g) ?? []
    expect(mirror.$client.prepare(sql).all().length, sql).toBe(rows.length)
  }
  expect((await get('/_data/query?sql=select%201')).statusCode).toBe(200)
})

test('the address sorts, filters and counts, and the next link continues', async () => {
  const html = await htmlOf(
    `/_data/techniques?grade__exact=${grade}&_sort_desc=oil_cost&_facet=kind`
  )
  const rows = count(`select count(*) from techniques where grade = '${grade}'`)
  expect(html).toContain(`<strong>${rows} rows</strong>`)
  expect(html).toContain('aria-sort="descending"')
  const conditions = ['type__not=page', 'type__not=text']
  const more = await htmlOf(`/_data/block?${conditions.join('&')}&_facet=type&_size=7`)
  const following = await htmlOf(linksOf(more).find((href) => href.includes('_next=')) ?? '')
  const own = (text: string) => text.match(/<tr><td><a href="\/_data\/block\/[^"]+/g) ?? []
  expect(new Set([...own(more), ...own(following)]).size).toBe(14)
  // Everything else begins with the first rows: orders, conditions, facets and their removal, files.
  const links = linksOf(following)
  expect(links.filter((href) => href.includes('_next='))).toHaveLength(1)
  expect(following).not.toContain('name="_next"')
  for (const kept of conditions) expect(links).toContain(`/_data/block?${kept}&_facet=type&_size=7`)
  expect(links).toContain(`/_data/block.csv?${conditions.join('&')}&_facet=type`)
})

test('the form without script leads to the address of its condition', async () => {
  const form =
    '/_data/pages?_sort=title&_filter_column=title&_filter_op=contains&_filter_value=a%26b'
  const reply = await get(form)
  expect([reply.statusCode, reply.headers.location]).toEqual([
    301,
    '/_data/pages?title__contains=a%26b&_sort=title'
  ])
})

test('files have all rows that match, in three formats, with an ETag', async () => {
  const condition = `?grade__exact=${grade}&_sort=technique`
  const expected = mirror.$client
    .prepare(`select * from techniques where grade = '${grade}' order by technique`)
    .all()
  expect(await rowsOf(`/_data/techniques.json${condition}`)).toEqual(expected)
  const lines = (await get(`/_data/techniques.ndjson${condition}`)).body.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected)
  const csv = await get(`/_data/techniques.csv${condition}&_col=technique&_size=2`)
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.body.split('\r\n')).toHaveLength(4)
  expect(csv.body).toMatch(/^technique\r\n/)
  const again = await get(`/_data/techniques.csv${condition}&_col=technique&_size=2`, {
    'if-none-match': String(csv.headers.etag)
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const head = await app.inject({ method: 'HEAD', url: '/_data/block.csv' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(await rowsOf('/_data/block.json')).toHaveLength(count('select count(*) from block'))
})

test('a text that begins like a formula is no formula in a CSV file', async () => {
  const { body } = await get('/_data/lantern_evenings.csv?call_in__notblank=1&_col=call_in&_size=1')
  expect(body).toMatch(/^call_in\r\n'\+00 /)
})

test('every address in docs/data.md has rows', async () => {
  const text = readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8')
  const addresses = text.match(/^\/_data\/\S+$/gm) ?? []
  expect(addresses.length).toBeGreaterThanOrEqual(5)
  for (const address of addresses) {
    const html = await htmlOf(address)
    expect(html, address).not.toContain('No row matches')
    expect(html, address).toContain('<tbody>')
  }
})

test('a row shows all values, what points to it, and its page', async () => {
  const [{ id } = { id: '' }] = await rowsOf('/_data/pages.json?path=/techniques')
  const html = await htmlOf(`/_data/pages/${id}`)
  const links = linksOf(html)
  expect(links).toContain('/techniques')
  expect(links).toContain(`/_data/block?page_id__exact=${id}`)
  expect(links).toContain(`/_data/link?target_page_id__exact=${id}`)
  expect(await rowsOf(`/_data/link.json?target_page_id__exact=${id}`)).not.toEqual([])
  expect(await htmlOf('/techniques')).toContain(`href="/_data/pages/${id}"`)
})

test('an address with a slash at its end redirects to the one without', async () => {
  for (const url of ['/_data', '/_data/query', '/_data/pages', '/_data/pages.csv']) {
    const { statusCode, headers } = await get(`${url}/?path=/techniques`)
    expect([statusCode, headers.location]).toEqual([301, `${url}?path=/techniques`])
  }
})

describe('text that is no name, value or key', () => {
  const attacks = [
    "' or 1=1 --",
    '" union select raw from block --',
    '; drop table page',
    '../../etc/passwd',
    '<script>window.ran=1</script>',
    '\u0000',
    '%'
  ]

  test('finds nothing', async () => {
    for (const attack of attacks) {
      const text = encodeURIComponent(attack)
      expect(await htmlOf(`/_data/pages?title__exact=${text}`)).toContain('No row matches')
      for (const url of [
        `/_data/${text}`,
        `/_data/${text}.csv`,
        `/_data/pages/${text}`,
        `/_data/pages/${text},x`,
        `/_data/pages/x/${text}`,
        `/_data/sqlite_schema`,
        `/_data/__drizzle_migrations.json`,
        `/_data/search_text`
      ]) {
        expect([400, 404]).toContain((await get(url)).statusCode)
      }
      expect(await htmlOf(`/_data/pages?title__contains=${text}`)).toContain('No row matches')
      const page = await get(`/_data/pages?title__contains=${text}&_sort=${text}&${text}__exact=1`)
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain('<script>window')
    }
    const text = encodeURIComponent(attacks[1] ?? '')
    const all = await rowsOf(`/_data/pages.json?_sort=${text}&${text}=1&_col=${text}&_size=${text}`)
    expect(all).toHaveLength(count('select count(*) from page'))
  })

  test('is refused with the reason where a number, a list or a cursor is expected', async () => {
    const queries = ['depth__gt=x', 'depth__in=[', '_next=x', `_next=${'A'.repeat(3000)}`]
    for (const query of [...queries, 'created_time__gt=2026-02-30']) {
      const page = await get(`/_data/page?${query}`)
      expect(page.statusCode).toBe(400)
      const file = await get(`/_data/page.json?${query}`)
      expect([file.statusCode, file.json().error]).toEqual([400, 'bad_request'])
      expect(file.json().message).not.toBe('The request is not valid.')
      expect(unescaped(page.body)).toContain(`<p lang="en">${file.json().message}</p>`)
    }
    expect((await get('/_data/search_page/x')).statusCode).toBe(400)
  })
})

/** Another server of the sample. Its first statement waits until `go` is called. */
async function openStalled() {
  const stalled = await site.open()
  const started = startedProcesses('statement-process', (child) => {
    if (started.length === 1) child.kill('SIGSTOP')
  })
  return { stalled, started, go: () => started[0]?.kill('SIGCONT') }
}

test('a flood of files is bounded: some are answered with 503 and Retry-After', async () => {
  const { stalled, go } = await openStalled()
  const states: number[] = []
  const flood = Array.from({ length: 24 }, async (_, index) => {
    const reply = await stalled.inject(`/_data/block.csv?_size=${index + 100}`)
    states.push(reply.statusCode)
    return reply
  })
  await expect.poll(() => states).toEqual(Array(14).fill(503))
  go()
  const replies = await Promise.all(flood)
  expect(states.slice(14)).toEqual(Array(10).fill(200))
  const refused = replies.find(({ statusCode }) => statusCode === 503)
  expect(refused?.json().error).toBe('busy')
  expect(refused?.headers['retry-after']).toBe('30')
  expect((await stalled.inject('/_data/block.csv?_size=1')).statusCode).toBe(200)
})

test('a client with many files does not hold up another', async () => {
  const { stalled, started, go } = await openStalled()
  const served: string[] = []
  const ask = async (remoteAddress: string, size: number) => {
    const url = `/_data/block.csv?_size=${size}`
    const { statusCode } = await stalled.inject({ url, remoteAddress })
    if (statusCode === 200) served.push(remoteAddress)
    return statusCode
  }
  // One network of IPv6 is one client.
  const flood = Array.from({ length: 14 }, (_, index) => ask(`2001:db8::${index}:1`, index + 200))
  await expect.poll(() => started).toHaveLength(1)
  expect(await ask('2001:db8:0:1::1', 300)).toBe(200)
  expect(served).toEqual(['2001:db8:0:1::1'])
  go()
  const states = await Promise.all(flood)
  expect(states.filter((state) => state === 200)).toHaveLength(10)
})

test('a flood of pages is bounded, and delays no page of the site', async () => {
  const flood = Array.from({ length: 40 }, (_, index) => get(`/_data/block?_size=${index + 1}`))
  const [page, ...replies] = await Promise.all([get('/every-block'), ...flood])
  expect(page?.statusCode).toBe(200)
  const states = replies.map(({ statusCode }) => statusCode)
  expect(states.filter((state) => state === 200)).toHaveLength(16)
  expect(states.filter((state) => state === 503)).toHaveLength(24)
})

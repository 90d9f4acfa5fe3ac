import { brotliCompressSync } from 'node:zlib'

import { beforeAll, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { fragmentPath } from '../../../site/addresses/fragment-path.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

let site: TestSite
let pages: { id: string; path: string; title: string }[]

beforeAll(async () => {
  const config = { ...shipped, components: null }
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config })
  pages = site.mirror.$client
    .prepare<[], (typeof pages)[number]>('select id, path, title from page')
    .all()
})

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')

test('the card of a row has its name, one sentence, three facts and a small picture', async () => {
  const { body, headers } = await site.app.inject('/_cards/kindle.html')
  expect(textOf(body)).toBe('|🤝|Kindle|Give oil away.|Grade|Wick|Kind|Support|Oil cost|15|')
  expect(body).toContain('class="link-card-picture"')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex'
  })
})

test('pages have a card of at most 3 kB that links to it', async () => {
  for (const { path } of pages.filter((_page, index) => index % 6 === 0)) {
    const { statusCode, body } = await site.app.inject(fragmentPath('link-card', encodeURI(path)))
    expect([statusCode, path]).toEqual([200, path])
    expect(body).toContain(`<a href="${encodeURI(path)}">`)
    expect(brotliCompressSync(body).length, path).toBeLessThanOrEqual(3000)
  }
})

test('a card depends on no other page than those it names', async () => {
  const kindle = pages.find(({ path }) => path === '/kindle')?.id.replaceAll('-', '')
  const root = pages.find(({ path }) => path === '/')?.id.replaceAll('-', '')
  const { headers } = await site.app.inject('/_cards/kindle.html')
  expect(headers['surrogate-key']).toContain(`p-${kindle}`)
  expect(headers['surrogate-key']).not.toContain(`p-${root}`)
  const again = { 'if-none-match': String(headers.etag) }
  const revalidated = await site.app.inject({ url: '/_cards/kindle.html', headers: again })
  expect(revalidated.statusCode).toBe(304)
})

test('a former or differently written path leads to the present card, an unknown one to none', async () => {
  const { app } = site
  const moved = await app.inject('/_cards/Kindle.html')
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/_cards/kindle.html'])
  for (const path of ['/_cards/nothing.html', '/_cards/tags.html', '/_cards', '/_cards/kindle']) {
    expect((await app.inject(path)).statusCode, path).toBe(404)
  }
})

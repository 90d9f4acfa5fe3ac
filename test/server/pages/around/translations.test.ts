import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { page } from '../../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../../demo/builder/build-workspace.ts'
import { collection, inlineCollection, row } from '../../../../demo/builder/collection.ts'
import { openSite } from '../../../support/sites/site.ts'
import { ROOT_ID, testId } from '../../../support/workspaces/records.ts'

const lamp = { Language: 'English', Translations: ['guides/Lampe', 'guides/ランプ'] }

/** A lamp in three languages, of which only one names the others, and an oil in one. */
function workspace() {
  const rows = collection({
    key: 'guides',
    name: 'Guides',
    schema: {
      Language: {
        type: 'select',
        options: { English: 'blue', 日本語: 'red', de: 'gray', Elvish: 'green' }
      },
      Translations: { type: 'relation', to: 'guides' }
    },
    views: [{ type: 'table', name: 'All', show: [] }],
    rows: [
      row('Lamp', { properties: lamp }, []),
      row('Lampe', { properties: { Language: 'de' } }, []),
      row('ランプ', { properties: { Language: '日本語' } }, []),
      row('Oil', { properties: { Language: 'English', Translations: ['guides/Quenya'] } }, []),
      row('Lantern', { properties: { Language: '日本語' } }, []),
      row('Quenya', { properties: { Language: 'Elvish' } }, [])
    ]
  })
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [inlineCollection(rows)])
  })
}

let app: FastifyInstance

beforeAll(async () => {
  const translations = { relation: 'Translations', language: 'Language' }
  ;({ app } = await openSite({ workspace: workspace(), config: { translations } }))
})

const htmlOf = async (path: string) => (await app.inject(encodeURI(path))).body
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean)

test.each([
  ['/lamp', 'en'],
  ['/lampe', 'de'],
  ['/ランプ', 'ja']
])('%s links to the page in all languages and names its own', async (path, language) => {
  const html = await htmlOf(path)
  const [, links = ''] = /<nav class="translations"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  expect(textOf(links)).toEqual(['English', 'Deutsch', '日本語'])
  expect(links.match(/<a /g)).toHaveLength(2)
  expect(html).toContain(`<main id="content" tabindex="-1"`)
  expect(/<main[^>]*>/.exec(html)?.[0]).toContain(`lang="${language}"`)
  const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)]
  expect(alternates.map(([, tag, address]) => [tag, decodeURI(address ?? '')])).toEqual([
    ['en', 'https://wiki.example.org/lamp'],
    ['de', 'https://wiki.example.org/lampe'],
    ['ja', 'https://wiki.example.org/ランプ'],
    ['x-default', 'https://wiki.example.org/lamp']
  ])
})

test('structured data and the feed name the language of each page', async () => {
  for (const [path, language] of Object.entries({
    '/lampe': 'de',
    '/ランプ': 'ja',
    '/oil': 'en'
  })) {
    const article = /"@type":"Article".*?"inLanguage":"([^"]*)"/.exec(await htmlOf(path))
    expect(article?.[1], path).toBe(language)
  }
  const [head = '', ...entries] = (await htmlOf('/feed.xml')).split('<entry')
  expect(head).toContain('<feed xml:lang="en"')
  const languageOf = (title: string) =>
    /^ xml:lang="([^"]*)"/.exec(entries.find((entry) => entry.includes(title)) ?? '')?.[1]
  expect(['[Lampe]', '[ランプ]', '[Oil]'].map(languageOf)).toEqual(['de', 'ja', undefined])
})

test('a page without translations names its language if it is not that of the site', async () => {
  expect(/<main[^>]*>/.exec(await htmlOf('/lantern'))?.[0]).toContain('lang="ja"')
})

test('a language that is not known is that of the site, so there is no other one', async () => {
  for (const path of ['/oil', '/quenya', '/']) {
    const html = await htmlOf(path)
    expect(html).not.toContain('class="translations"')
    expect(html).not.toMatch(/hreflang/i)
  }
})

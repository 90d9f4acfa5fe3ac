import { expect, test } from 'vitest'

import { sampleWorkspace } from '../../../demo/sample/sample.ts'
import { buildApp } from '../../../server/app.ts'
import { english } from '../../../site/locales/en.ts'
import { japanese } from '../../../site/locales/ja.ts'
import { inJapanese } from '../../support/workspaces/japanese-workspace.ts'
import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const inJapan = {
  name: '灯籠の手引き',
  author: '灯守',
  description: '灯りを運ぶ手引き。',
  language: 'ja-JP',
  social: {
    chatInvite: 'https://chat.example/x',
    videoChannel: 'https://video.example/x',
    datapackHosting: 'https://packs.example/x',
    newsletter: 'https://letter.example/x'
  }
}

/** Names that are the same in every language. */
const names =
  /\b(PDF|[A-Z]{2,4}|kB|MB|YouTube|Vimeo|CodePen|Figma|GitHub|Miro|Excalidraw|Spotify|Google (Maps|Drive)|Typeform|Replit)\b/g
/** Problems of formulas are stored in the mirror, and are not interface messages. */
const reason = /(?<=ここでは計算できません: |不完全な値です: ).*/

/** Visible and accessible text of a page, without code, equations, byte counts and addresses. */
function textIn(html: string): string[] {
  const plain = html
    .replaceAll(/<a class="embed-link[^"]*".*?<\/a>/g, '')
    .replaceAll(/<(script|style|math|code|kbd|svg|address)\b.*?<\/\1>/gs, '')
    .replaceAll(
      /<span class="(?:code-language|equation-source|card-host|site-icon)[^"]*">.*?<\/span>/gs,
      ''
    )
  const attributes = [
    ...plain.matchAll(
      / (?:aria-label|title|placeholder|alt|abbr|data-(?!view-link|frame|document)[a-z-]+)="([^"]*)"/g
    )
  ].map((match) => match[1] ?? '')
  const texts = plain.replaceAll(/<[^>]*>/g, '\n').split('\n')
  return [...attributes, ...texts].map((text) => text.replaceAll(/&[#\w]+;/g, ' ').trim())
}

/** Remaining text in Latin letters. */
function latinIn(html: string): string[] {
  return textIn(html)
    .map((text) =>
      text
        .replaceAll(/\S+[.@:/]\S+/g, '')
        .replaceAll(names, '')
        .replace(reason, '')
    )
    .filter((text) => /[a-z]{2,}/i.test(text))
}

/** Every page outside collections, a row of each collection, and a view of each type. */
const kindsOfPages = `
  select page.path from page join block on block.id = page.id
  where block.parent_table <> 'collection'
  union select min(page.path) from page join block on block.id = page.id
  where block.parent_table = 'collection' group by block.parent_id
  union select min(page.path || '?v=' || replace(view.id, '-', '')) from collection_view view
  join block on view.parent_id = block.id join page on page.id = block.page_id group by view.type`

test('a Japanese site shows no English text, on any page or view', async () => {
  const workspace = inJapanese(sampleWorkspace())
  const { app, mirror } = await openSite({ workspace, config: inJapan })
  const paths = mirror.$client.prepare<[], string>(kindsOfPages).pluck().all()
  expect(paths.length).toBeGreaterThan(30)
  const others = ['/_app', '/search', '/search?q=ん', '/search?q=ア', '/nirgends', '/%00']
  const found = new Map<string, string>()
  for (const path of [...paths.map(encodeURI), ...others]) {
    for (const text of latinIn((await app.inject(path)).body)) found.set(text, path)
  }
  expect([...found]).toEqual([])
})

test('before the first sync a Japanese site answers in Japanese', async () => {
  const config = testConfig(workspaceOf([], []).rootPageId, inJapan)
  const app = await buildApp({ ...patient, config, dataDir: tempDir(), logLevel: 'error' })
  const reply = await app.inject('/')
  await app.close()
  expect(reply.statusCode).toBe(503)
  expect(reply.body).toContain('<html lang="ja-JP">')
  expect(latinIn(reply.body)).toEqual([])
})

test('numbers are formatted in the language of the site', async () => {
  const pages = Array.from({ length: 2 }, (_, index) => pageBlock(10 + index, `Lamp ${index}`))
  const workspace = workspaceOf(
    pages.map(({ id }) => id),
    pages
  )
  const { app } = await openSite({ workspace, config: { language: 'de' } })
  expect((await app.inject('/search?q=lamp')).body).toContain('2 pages for “lamp”')
  expect(english('de').showAllRows(12_345)).toBe('Show all 12.345')
  expect(english('en').missingPages(1)).not.toContain('1')
})

/** Every message of a table by its key; functions are called with sample arguments. */
function wordsOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  // Tables contain texts and functions of texts and numbers, which accept any value.
  if (typeof value === 'function') return [[name, String(value('X', { total: 1, whole: 2 }))]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => wordsOf(inner, `${name}.${key}`))
}

test('every English message has a Japanese translation in Japanese script', () => {
  const inEnglish = new Map(wordsOf(english('en')))
  const same = wordsOf(japanese('ja')).filter(([name, word]) => inEnglish.get(name) === word)
  expect(wordsOf(japanese('ja')).map(([name]) => name)).toEqual([...inEnglish.keys()])
  expect(same).toEqual([['.kinds.pdf', 'PDF']])
})

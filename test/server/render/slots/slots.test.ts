import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyInstance } from 'fastify'
import type { ExtendedRecordMap } from 'notion-types'
import type { NotionComponents } from 'react-notion-x'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { buildApp } from '../../../../server/app.ts'
import type { SiteConfig } from '../../../../site/config/config.ts'
import { ConfigError } from '../../../../site/config/read-config.ts'
import { type SiteComponents, slotNames } from '../../../../web/slots/slots.ts'
import { onFinished } from '../../../support/on-finished.ts'
import { words } from '../../../support/sites/rendered.ts'
import { openSite } from '../../../support/sites/site.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { patient, testConfig } from '../../../support/workspaces/test-config.ts'
import { ROOT_ID, testId } from '../../../support/workspaces/records.ts'
import { countsOf } from '../../responses/kept-site.ts'
import { EXCLUDED, slottedWorkspace, slotSource } from './slotted-workspace.ts'

const metricsToken = 'a-token-of-the-tests'
const logged = vi.fn()
/** Outside of the package, without `node_modules`. */
let folder: string
let open: (components: string | null) => Promise<FastifyInstance>
let app: FastifyInstance
/** The HTML of the page with slots, and without. */
let page: string
let plain: string

beforeAll(async () => {
  folder = tempDir()
  const components = writeModule('components.tsx', slotSource)
  writeModule('words.ts', "export const word: string = 'slotted: '")
  const { app: first, config, dataDir } = await openSite({ workspace: slottedWorkspace() })
  // It would hold the file of responses.
  await first.close()
  open = (module) =>
    openApp({ ...config, components: module, excludedPageIds: [EXCLUDED] }, dataDir)
  const without = await open(null)
  plain = (await without.inject('/')).body
  await without.close()
  app = await open(components)
  vi.spyOn(app.log, 'error').mockImplementation(logged)
  page = (await app.inject('/')).body
})

async function openApp(config: SiteConfig, dataDir: string): Promise<FastifyInstance> {
  const options = { config, dataDir, logLevel: 'silent', metricsToken, lookIntervalMs: 0 }
  const opened = await buildApp(options)
  onFinished(() => opened.close())
  return opened
}

function writeModule(name: string, source: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, source)
  return file
}

/** The values of an attribute of all elements of a slot. */
function valuesOf(slot: string, attribute: string): string[] {
  const found = page.matchAll(new RegExp(`data-slot="${slot}"[^>]*? ${attribute}="([^"]*)"`, 'g'))
  return [...found].map(([, value = '']) => value.replaceAll('&quot;', '"'))
}

test('every slot is rendered', () => {
  const absent = slotNames.filter((name) => !page.includes(`data-slot="${name}"`))
  expect(absent).toEqual([])
})

test('a module of slots is one of components of react-notion-x', () => {
  const components: SiteComponents = { propertyTextValue: ({ children }) => children }
  const theirs: Partial<NotionComponents> = components
  expect(Object.keys(theirs)).toEqual(['propertyTextValue'])
})

test('what the site renders inside a slot is complete, also in slots inside it', () => {
  const [outer = ''] = /<aside data-slot="Callout".*?<\/aside><\/aside>/s.exec(page) ?? []
  const inner = 'slotted: 💡Inner wordsmcfunctionsay inner'
  expect(words(outer)).toBe(`slotted: 💡Outer wordsNested words${inner}`)
  expect(outer).toContain(
    'class="callout notion-callout color-red_background notion-red_background_co"'
  )
  expect(words(page).replaceAll('slotted: ', '')).toBe(words(plain))
})

test('ids that slots make are unique', () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.filter((id) => id?.startsWith('_slot'))).toHaveLength(2)
  expect(new Set(ids).size).toBe(ids.length)
})

test('no mark and no preload of a slot is left in the page', () => {
  expect(page).not.toMatch(/\{\/?(slot|inside) /)
  expect(/<article.*<\/article>/s.exec(page)?.[0]).not.toContain('<link')
})

test('the value of a property comes with its row, its schema and its collection', () => {
  const about = (slot: string) => valuesOf(slot, 'data-about')
  const home = testId(500)
  expect(about('propertyTextValue')).toEqual([`text text ${home} true [["some text"]]`])
  expect(about('propertyTitleValue')).toEqual([`title title ${home} true [["Copper lamp"]]`])
  expect(about('propertySelectValue')).toEqual(['Red red', 'Red red', 'Done red'])
  expect(about('propertyFormulaValue')[0]).toContain(`formula formula ${home} true`)
})

test('rows with the same value each have a slot of their own', async () => {
  const { body } = await app.inject('/store-room')
  const found = body.matchAll(/data-slot="propertyCheckboxValue"[^>]* data-row="([^"]*)"/g)
  expect([...found].map(([, row]) => row)).toEqual([40, 41, 42].map(testId))
})

test('a collection gets the rows that its view shows', () => {
  const [, view = ''] = /data-slot="Collection".*?<data value="([^"]*)"/s.exec(page) ?? []
  const shown = { type: 'results', blockIds: [testId(30)], hasMore: false, total: 1 }
  expect(JSON.parse(view.replaceAll('&quot;', '"'))).toEqual({ collection_group_results: shown })
})

describe('the records that slots get', () => {
  const records = () => {
    const [, context = ''] = / data-records="([^"]*)"/.exec(page) ?? []
    const { recordMap } = JSON.parse(
      context.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    ) as {
      recordMap: ExtendedRecordMap
    }
    return recordMap
  }

  test('are the blocks of the page, the shown rows, and the names of mentioned pages', () => {
    const { block, collection, collection_view: views, notion_user: users } = records()
    const shown = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 30]
    expect(Object.keys(block).toSorted()).toEqual([...shown, 20, 23, 40].map(testId).toSorted())
    expect(block[testId(20)]?.value).toEqual({
      id: testId(20),
      type: 'page',
      alive: true,
      properties: { title: [['Mentioned page']] },
      format: { page_icon: '🏮' }
    })
    expect(Object.keys(collection)).toEqual([testId(500)])
    expect(Object.keys(views)).toEqual([testId(501)])
    expect(JSON.stringify(users)).toContain('"given_name":"Ada"')
  })

  test.each([
    ['title of an excluded page', 'zebu'],
    ['text of a mentioned page', 'wombat'],
    ['value of a row that is only mentioned', 'numbat'],
    ['e-mail address of a person', 'okapi'],
    ['signature of an address', 'tapir'],
    ['private field', 'civet']
  ])('contain no %s', (_, canary) => {
    // The description of the page, in its head, is as old as the last sync.
    const [article = ''] = /<article.*<\/article>/s.exec(page.toLowerCase()) ?? []
    expect(article).toContain('data-records')
    const around = article.matchAll(new RegExp(`.{99}${canary}.{9}`, 'gs'))
    expect([...around].map(String)).toEqual([])
  })
})

test('a slot that fails is replaced by the component of the site and reported once', async () => {
  const own = '<p>FAIL in a callout</p><p class="notion-text">Words in a failed box</p></div></div>'
  expect(page).toContain(own)
  await app.inject(`/?v=${testId(501)}&sort=number`)
  const end = "; the page shows the site's own component; correct the slot and restart the server"
  const on = `of \`components\` failed on / (page ${ROOT_ID})`
  expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
    `Error: the slot "Callout" ${on}: the fuse blew${end}`,
    `Error: the slot "propertySelectValue" ${on}: no such colour${end}`
  ])
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await app.inject({ url: '/metrics', headers })
  expect(body).toMatch(/^fansite_slot_failures_total 4$/m)
})

test('feeds and Markdown are made without slots', async () => {
  for (const url of ['/feed.xml', '/index.md']) {
    const { body } = await app.inject(url)
    expect(body, url).toContain('Words in a failed box')
    expect(body, url).not.toContain('slotted')
  }
})

test('responses are kept until the module or what it imports changes', async () => {
  const components = writeModule('changing.tsx', "export { Callout } from './box.tsx'")
  const box = (word: string) =>
    writeModule('box.tsx', `export const Callout = ({ children }) => <b>${word} {children}</b>`)
  const visit = async () => {
    const opened = await open(components)
    const { body } = await opened.inject('/')
    const { renders } = await countsOf(opened)
    await opened.close()
    return { word: /<b>(\w+) /.exec(body)?.[1], renders }
  }
  await app.close()
  box('first')
  expect(await visit()).toEqual({ word: 'first', renders: 1 })
  expect(await visit()).toEqual({ word: 'first', renders: 0 })
  box('second')
  expect(await visit()).toMatchObject({ word: 'second' })
  rmSync(components)
})

test('a module of components may import files of CommonJS, and names itself by its source', async () => {
  writeModule(
    'oil.cjs',
    "const { basename } = require('node:path'); require('react'); exports.word = basename('/a/whale oil')"
  )
  writeModule('place.mts', 'export const place: string = import.meta.url')
  const components = writeModule(
    'mixed.tsx',
    `import { createRequire } from 'node:module'
    import { word } from './oil.cjs'
    import { place } from './place.mts'
    const require = createRequire(import.meta.url)
    const requireFrom = require('node:path').basename('/a/candle')
    export const Callout = () => <aside data-oil={word + ', ' + requireFrom}>{place}</aside>`
  )
  const { body } = await (await open(components)).inject('/')
  expect(body).toContain('data-oil="whale oil, candle"')
  expect(body).toContain(pathToFileURL(path.join(folder, 'place.mts')).href)
})

test('a module that cannot be used is an error of the configuration', async () => {
  const problemOf = async ([source, problem]: [string, string], index: number) => {
    const components = writeModule(`wrong-${index}.tsx`, source)
    const config = testConfig(ROOT_ID, { components })
    const error: unknown = await buildApp({ ...patient, config, dataDir: folder }).catch(
      (e: unknown) => e
    )
    expect(error).toBeInstanceOf(ConfigError)
    const start = `Config error: components "${components}" cannot be used: `
    expect(String(error)).toContain(start + problem)
  }
  await Promise.all(
    (
      [
        [
          'export const Callout = () => <p>',
          'Unexpected end of file before a closing "p" tag (wrong-0.tsx:1:33)'
        ],
        [
          "import x from 'absent'; export const Callout = x",
          'Could not resolve "absent" (wrong-1.tsx:1:15)'
        ],
        [
          "import x from 'react-dom/absent'; export const Callout = x",
          'Could not resolve "react-dom/absent" (wrong-2.tsx:1:15)'
        ],
        ["throw new Error('no oil')", 'no oil'],
        [
          'export const [Calout, Code, propertyUrlValue] = [() => null, 1, {}]',
          '"Calout" is not a slot, "Code" is not a component, "propertyUrlValue" is not a function; the slots are Callout, Code, '
        ],
        ['export default 5', '"default" is not a slot; '],
        ['process.exit(3)', 'its process ended: exit code 3']
      ] as [string, string][]
    ).map(problemOf)
  )
})

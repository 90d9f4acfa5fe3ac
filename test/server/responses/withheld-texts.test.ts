import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import type { SiteConfigInput } from '../../../site/config/config.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { type KeptSite, countsOf, keptSite } from './kept-site.ts'

const SECRET = 'cerulean words of a spoiler'
const withhold = { spoilers: { mode: 'withhold' as const, sign: '🔒' } }

const toggleOf = (number: number, title: string, content: string[]) =>
  record(number, {
    type: 'toggle',
    parent_id: testId(2),
    properties: { title: [[title]] },
    content
  })

/** A page with two toggles, a text, and a copy of a synced block that is on a page outside the site. */
function workspace() {
  const pointer = { transclusion_reference_pointer: { id: testId(50), table: 'block' } }
  return workspaceOf(
    [testId(2)],
    [
      pageBlock(2, 'Story', { content: [20, 21, 22, 23].map(testId) }),
      toggleOf(20, 'Plain', [testId(30)]),
      textBlock(30, `${SECRET} in a toggle`, { parent_id: testId(20) }),
      toggleOf(21, '🔒 Marked', []),
      textBlock(22, `${SECRET} on the page`, { parent_id: testId(2) }),
      record(23, { type: 'transclusion_reference', parent_id: testId(2), format: pointer }),
      pageBlock(5, 'Elsewhere', { parent_id: testId(9999), content: [testId(50)] }),
      record(50, { type: 'transclusion_container', parent_id: testId(5), content: [testId(51)] }),
      textBlock(51, `${SECRET} in the original`, { parent_id: testId(50) })
    ]
  )
}

interface Opened {
  site: KeptSite
  app: FastifyInstance
}

async function opened(config: Partial<SiteConfigInput>): Promise<Opened> {
  const site = await keptSite(workspace(), { config })
  return { site, app: await site.open({ cache: { maxStaleMs: 3_600_000 } }) }
}

// Before the shared server renders, which then takes over the processes of this test.
test('later edits of other texts withdraw nothing', async () => {
  const site = await keptSite(workspace(), { config: withhold })
  hideOriginal(site)
  site.api.edit.move(testId(22), testId(21))
  await site.sync()
  const app = await site.open({ cache: { maxStaleMs: 0 } })
  await app.inject('/story')
  site.api.edit.setText(testId(30), 'other words')
  site.api.edit.setText(testId(22), 'words of a spoiler')
  await site.sync()
  expect((await app.inject('/story')).body).toContain('other words')
  expect((await countsOf(app)).withdrawn).toBe(0)
})

/** Each test that shares it hides a text of its own. */
let withholding: Opened

beforeAll(async () => {
  withholding = await opened(withhold)
})

type Case = [
  what: string,
  where: string,
  hide: (site: KeptSite) => void,
  open: () => Opened | Promise<Opened>
]

const hideOriginal = ({ api }: KeptSite) => api.edit.setPrivate(testId(50), true)

const cases: Case[] = [
  // Before the shared server renders, which then takes over its process.
  [
    'is in a synced block whose original becomes private',
    'in the original',
    hideOriginal,
    () => opened({})
  ],
  [
    'becomes a spoiler with its toggle',
    'in a toggle',
    ({ api }) => api.edit.setText(testId(20), '🔒 Now marked'),
    () => withholding
  ],
  [
    'moves into a spoiler',
    'on the page',
    ({ api }) => api.edit.move(testId(22), testId(21)),
    () => withholding
  ],
  [
    'is in such a block where spoilers are withheld',
    'in the original',
    hideOriginal,
    () => withholding
  ]
]

test.each(cases)(
  'a text that %s is in no earlier response, file or download',
  async (_, where, hide, open) => {
    const text = `${SECRET} ${where}`
    const { site, app } = await open()
    const tags = new Map<string, string>()
    for (const url of ['/story', '/story.md']) {
      const { body, headers } = await app.inject(url)
      expect(body, url).toContain(text)
      tags.set(url, String(headers['etag']))
    }
    const { mirror } = (await app.inject('/generation.json')).json<{ mirror: string }>()
    const download = () => app.inject(`/${mirror}`)
    await expect.poll(async () => (await download()).rawPayload.includes(text)).toBe(true)

    hide(site)
    await site.sync()
    for (const [url, tag] of tags) {
      const reply = await app.inject({ url, headers: { 'if-none-match': tag } })
      expect(reply.statusCode, url).toBe(200)
      expect(reply.body, url).not.toContain(text)
    }
    expect((await download()).rawPayload.includes(text)).toBe(false)
    const names = readdirSync(site.dataDir).filter((name) => name.startsWith('responses.db'))
    expect(names).toContain('responses.db')
    const bytes = names.map((name) => readFileSync(path.join(site.dataDir, name), 'latin1'))
    expect(bytes.some((each) => each.includes(text))).toBe(false)
  }
)

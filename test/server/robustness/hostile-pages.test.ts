import type { FastifyInstance } from 'fastify'
import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { caps } from '../../../site/limits/caps.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import {
  hostileWorkspace,
  levelText,
  lines,
  nested,
  syncedLoops,
  typeset,
  wideTable
} from '../../support/workspaces/hostile-pages.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { record, testId } from '../../support/workspaces/records.ts'

const MAX_BYTES = 5_000_000
/** A sweep uses sizes that take seconds to publish; the others are beyond the same limits. */
const sizes = isSweep
  ? { blocks: 100_000, lines: 10_000, title: 10_000_000, signs: 5 }
  : { blocks: caps.blocks + 1, lines: 5500, title: 1_200_000, signs: 1.25 }
const longTitle = 'y '.repeat(sizes.title / 2)
const tooLong = 'is too long; '
const containers = ['toggle', 'bulleted_list', 'quote', 'callout', 'numbered_list', 'to_do', 'text']

const pages: [name: string, blocks: () => Block[], note: string | undefined, shown: string][] = [
  ['synced blocks that all show each other', () => syncedLoops(30), 'repeats itself', 'synced 100'],
  ['5,000 levels', () => nested(5000, containers), 'nested too deeply', levelText(63)],
  [
    `${sizes.lines / 1000} MB of text`,
    () => lines(sizes.lines, () => 'x'.repeat(1000)),
    tooLong,
    'xxxx'
  ],
  [
    `${sizes.title / 1e6} MB of text in one block`,
    () => lines(1, () => longTitle),
    tooLong,
    'y y y'
  ],
  [
    `${sizes.signs} MB of what is written longer in HTML`,
    () => lines(sizes.signs * 200, () => `"'<&`.repeat(1250)),
    tooLong,
    '&lt;&amp;'
  ],
  [
    'much code',
    () =>
      typeset(70, { type: 'code', source: 'const a = { b: (x) => `t${x}` } // <a>\n'.repeat(440) }),
    undefined,
    '`t${x}`'
  ],
  [
    'many formulas',
    () => typeset(100, { type: 'equation', source: 'x_1 + \\frac{a}{b} '.repeat(480) }),
    undefined,
    'class="equation-source"'
  ],
  ['1,000 columns', () => wideTable(50, 1000), undefined, '49:c999']
]

/** Expects a short page with this text, and other pages before it. */
async function expectBounded(app: FastifyInstance, shown: string): Promise<string> {
  // The process is running: a response with the options of a view takes only the rendering.
  const first = await app.inject('/hostile')
  expect([first.statusCode, first.body.includes(shown)]).toEqual([200, true])
  expect(Buffer.byteLength(first.body)).toBeLessThanOrEqual(MAX_BYTES)
  const order: string[] = []
  const ask = async (path: string) => {
    const { statusCode } = await app.inject(path)
    order.push(`${path} ${statusCode}`)
  }
  const again = `/hostile?v=${undashId(testId(1000))}`
  await app.inject('/small')
  await Promise.all([again, '/healthz', '/small?x=1', '/readyz'].map(ask))
  expect(order.at(-1)).toBe(`${again} 200`)
  expect(order.toSorted()).toEqual(
    ['/healthz 200', `${again} 200`, '/readyz 200', '/small?x=1 200'].toSorted()
  )
  return first.body
}

test.each(pages)(
  'a page of %s is bounded and does not delay other pages',
  async (_name, blocks, note, shown) => {
    const { app } = await publishedSite(hostileWorkspace(blocks()))
    const body = await expectBounded(app, shown)
    expect(body.includes('class="note"')).toBe(note !== undefined)
    expect(body).toContain(note ?? '')
  }
)

test('a page that is too long by one block does not delay other pages, has one note, and the API says so', async () => {
  const blocks = lines(sizes.blocks, (index) => `line ${index}.`)
  const { app } = await publishedSite(hostileWorkspace(blocks))
  const body = await expectBounded(app, 'line 15000.')
  const notes = [...body.matchAll(/<p class="note">([^<]*)(?:<a href="([^"]*)">)?/g)]
  expect(notes.map(([, text, href]) => [text, href])).toEqual([
    [expect.stringContaining('This page is too long'), '/hostile.md']
  ])
  const url = '/api/pages/%2Fhostile?text=blocks'
  const listed = (await app.inject(url)).json()
  expect([listed.blocks.length, listed.isTruncated]).toEqual([caps.blocks, true])
})

test('content 64 levels deep is on the page, in containers of every type', async () => {
  const workspace = hostileWorkspace(nested(64, containers))
  const { app } = await publishedSite(workspace)
  const { body } = await app.inject('/hostile')
  const missing = Array.from({ length: 64 }, (_, level) => level).filter(
    (level) => !body.split('<main')[1]?.includes(levelText(level))
  )
  expect(missing).toEqual([])
  expect(body).not.toContain('class="note"')
})

test.each(containers)(
  '30 levels of %s are complete, rendered with the light pages',
  async (type) => {
    const { app } = await publishedSite(hostileWorkspace(nested(30, [type])))
    const { body } = await app.inject('/hostile')
    const missing = Array.from({ length: 30 }, (_, level) => level).filter(
      (level) => !body.split('<main')[1]?.includes(levelText(level))
    )
    expect(missing).toEqual([])
  }
)

test('texts with thousands of marks and formulas with thousands of brackets are shown', async () => {
  const marks = Array.from({ length: 20_000 }, () => ['b'])
  const brackets = `${'{x+'.repeat(2000)}1${'}'.repeat(2000)}`
  const title = { title: [['marked ', marks], ['behind it']] }
  const blocks = [
    record(100, { type: 'text', parent_id: testId(3), properties: title }),
    record(101, { type: 'equation', parent_id: testId(3), properties: { title: [[brackets]] } })
  ]
  const { app } = await publishedSite(hostileWorkspace(blocks))
  const { statusCode, body } = await app.inject('/hostile')
  expect(statusCode).toBe(200)
  expect(body).toContain('marked ')
  expect(body).toContain('behind it')
  expect(body).toContain('{x+{x+')
})

import { beforeAll, expect, test } from 'vitest'

import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'
import { repeatingViews, repeatingWorkspace } from '../../support/workspaces/repeating-pages.ts'

const MAX_BYTES = 5_000_000
let site: PublishedSite

beforeAll(async () => {
  site = await publishedSite(repeatingWorkspace(), undefined, repeatingViews())
})

const pages: [path: string, isCut: boolean][] = [
  ['/contents', true],
  ['/long-contents', true],
  ['/mentions', true],
  ['/aliases', false],
  ['/views', true],
  ['/shared-code', false],
  ['/marks', true],
  ['/address', true],
  ['/sign', true],
  ['/cells', true],
  ['/keys', true],
  [`/ways-${'name-'.repeat(22)}name`, false]
]

test.each(pages)(
  'the page %s, mostly repeated text, is bounded and does not delay other pages',
  async (path, isCut) => {
    const order: string[] = []
    const ask = async (url: string) => {
      const reply = await site.app.inject(url)
      order.push(`${url} ${reply.statusCode}`)
      return reply
    }
    const [{ body }] = await Promise.all([ask(path), ask('/healthz'), ask('/small')])
    expect(order.toSorted()).toEqual(['/healthz 200', '/small 200', `${path} 200`].toSorted())
    expect(order.at(-1)).toBe(`${path} 200`)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BYTES)
    expect(body.includes('class="note"')).toBe(isCut)
  }
)

test('an ordinary page with many headings, contents and mentions is complete', async () => {
  const { body } = await site.app.inject('/handbook')
  // In five lists of the author, in that of the page, and at the heading itself.
  expect(body.match(/href="#heading-299"/g)).toHaveLength(7)
  expect(body.match(/ Small<\/a>/g)?.length).toBe(1500)
  expect(body).not.toContain('class="note"')
})

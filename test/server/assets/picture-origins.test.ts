import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import type { Asset } from '../../../db/records/walk-result.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { pageBlock, record, testId, workspaceOf } from '../../support/workspaces/records.ts'

const address = 'https://images.unsplash.com/photo-1?w=800'
const asset: Asset = {
  source: address,
  hash: 'a'.repeat(64),
  mediaType: 'image/jpeg',
  size: 10,
  width: 4,
  height: 3,
  preview: null
}
const image = record(3, { type: 'image', properties: { source: [[address]] } })
const shown = [
  ['an image', image],
  ['a cover', pageBlock(3, 'Lamp', { format: { page_cover: address } })],
  ['an icon', record(3, { type: 'callout', format: { page_icon: address } })],
  ['a bookmark', record(3, { type: 'bookmark', format: { bookmark_cover: address } })]
] as const

const site = (...blocks: (typeof image)[]) =>
  workspaceOf(
    blocks.map(({ id }) => id),
    blocks
  )

async function pictureSources(app: FastifyInstance, url = '/'): Promise<string[]> {
  const policy = String((await app.inject(url)).headers['content-security-policy'])
  return /(?:^|;)img-src ([^;]*)/.exec(policy)?.[1]?.trim().split(' ') ?? []
}

test.each(shown)(
  'the content security policy allows %s of Unsplash that the mirror lacks',
  async (_name, block) => {
    const { app } = await publishedSite(site(block))
    const allowed = ["'self'", 'https://images.unsplash.com', 'data:']
    for (const url of ['/', '/all-pages', '/nowhere'])
      expect(await pictureSources(app, url)).toEqual(allowed)
  }
)

test('the policy changes with the publication and names only hosts that pictures need', async () => {
  const link = { title: [['photo', [['a', address]]]] }
  const { app, publish } = await publishedSite(site(record(3, { type: 'text', properties: link })))
  expect(await pictureSources(app)).toEqual(["'self'", 'data:'])
  await publish(site(image))
  expect(await pictureSources(app)).toContain('https://images.unsplash.com')
  await publish(site(pageBlock(4, 'Lamp')))
  expect(await pictureSources(app)).toEqual(["'self'", 'data:'])
})

test('a picture of Unsplash in the mirror is served from the mirror', async () => {
  const { app } = await publishedSite(site(image), undefined, { assets: [asset] })
  expect(await pictureSources(app)).toEqual(["'self'", 'data:'])
  expect((await app.inject('/')).body).toContain(`/image/${encodeURIComponent(address)}`)
})

test('addresses that only look like the host are not allowed', async () => {
  const sources = [
    'http://images.unsplash.com/a',
    'https://images.unsplash.com.evil.example/a',
    'https://u@images.unsplash.com/a',
    'https://images.unsplash.com:8443/a'
  ]
  const blocks = sources.map((source, index) =>
    record(3 + index, { type: 'image', properties: { source: [[source]] } })
  )
  const { app } = await publishedSite(site(...blocks))
  expect(await pictureSources(app)).toEqual(["'self'", 'data:'])
  expect((await app.inject('/')).body).not.toContain('<img')
})

test('page-info omits pictures with expiring addresses and large data URLs', async () => {
  const signed =
    'https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b/c.png?X-Amz-Credential=c&X-Amz-Signature=s'
  const covers = [address, signed, `data:image/png;base64,${'A'.repeat(100_000)}`]
  const pages = covers.map((cover, index) =>
    pageBlock(3 + index, 'Lamp', { format: { page_cover: cover } })
  )
  const { app } = await publishedSite(site(...pages))
  const images = await Promise.all(
    pages.map(
      async (_page, index) =>
        (await app.inject(`/api/notion-page-info?id=${testId(3 + index)}`)).json().image
    )
  )
  expect(images).toEqual([address, null, null])
})

import { readFileSync, readdirSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { assetsFolder, readBuiltFile } from '../../../server/render/document/page-assets.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { workspaceOf } from '../../support/workspaces/records.ts'

let app: FastifyInstance
const names = readdirSync(`${assetsFolder}/assets`).filter((name) => /\.(?:js|css)$/.test(name))
/** The longest: it is compressed in any encoding. */
const script = names.find((name) => name.startsWith('start-posthog')) ?? ''

beforeAll(async () => {
  app = (await publishedSite(workspaceOf([], []))).app
})

const send = (name: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/_assets/assets/${name}`, headers })

test('scripts and styles are sent as the build has compressed them', async () => {
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) {
    const { identity, gzip, br } = readBuiltFile(`assets/${name}`)
    const plain = await send(name)
    expect(plain.rawPayload.equals(identity), name).toBe(true)
    expect(plain.headers['content-encoding'], name).toBeUndefined()
    for (const [encoding, copy] of Object.entries({ br, gzip })) {
      const reply = await send(name, { 'accept-encoding': encoding })
      expect(reply.rawPayload.equals(copy ?? identity), `${name} ${encoding}`).toBe(true)
      expect(reply.headers['content-encoding']).toBe(copy ? encoding : undefined)
      expect(reply.headers['content-length']).toBe(String((copy ?? identity).length))
      expect(reply.headers['content-type']).toBe(plain.headers['content-type'])
      expect(reply.headers['vary']).toMatch(/accept-encoding/i)
      expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  }
})

test('compressed copies contain the file and are smaller', () => {
  for (const name of names) {
    const { identity, gzip, br } = readBuiltFile(`assets/${name}`)
    if (br) expect(brotliDecompressSync(br).equals(identity), name).toBe(true)
    if (gzip) expect(gunzipSync(gzip).equals(identity), name).toBe(true)
    expect(br?.length ?? 0, name).toBeLessThan(identity.length)
  }
  const { identity, gzip, br } = readBuiltFile(`assets/${script}`)
  expect(br!.length).toBeLessThan(gzip!.length)
  expect(gzip!.length).toBeLessThan(identity.length / 2)
})

test('a browser that takes several encodings gets brotli, one that takes no known one the file', async () => {
  const many = await send(script, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(many.headers['content-encoding']).toBe('br')
  const refused = await send(script, { 'accept-encoding': 'br;q=0, gzip' })
  expect(refused.headers['content-encoding']).toBe('gzip')
  for (const unknown of ['zstd', 'compress', 'identity', 'br;q=0']) {
    const reply = await send(script, { 'accept-encoding': unknown })
    expect([reply.statusCode, reply.headers['content-encoding']], unknown).toEqual([200, undefined])
  }
})

test('each encoding has its ETag, which a conditional request repeats', async () => {
  const tags = await Promise.all(
    ['identity', 'gzip', 'br'].map(async (encoding) => {
      const headers = { 'accept-encoding': encoding }
      const { etag } = (await send(script, headers)).headers
      const again = await send(script, { ...headers, 'if-none-match': etag as string })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      return etag
    })
  )
  expect(new Set(tags).size).toBe(3)
})

test('HEAD has the headers of GET; ranges and parameters change nothing', async () => {
  for (const encoding of ['identity', 'br']) {
    const headers = { 'accept-encoding': encoding }
    const url = `/_assets/assets/${script}`
    const whole = await send(script, headers)
    const head = await app.inject({ method: 'HEAD', url, headers })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary']) {
      expect(head.headers[name], `${encoding} ${name}`).toBe(whole.headers[name])
    }
    const { date: _date, ...expected } = whole.headers
    for (const [search, more] of [
      ['', { range: 'bytes=10-19' }],
      ['?x=1', {}]
    ] as const) {
      const same = await send(`${script}${search}`, { ...headers, ...more })
      expect([same.statusCode, same.headers]).toMatchObject([200, expected])
      expect(same.rawPayload.equals(whole.rawPayload), `${encoding} ${search}`).toBe(true)
    }
  }
})

test('fonts are sent as they are', async () => {
  const fonts = readdirSync(`${assetsFolder}/assets`).filter((name) => name.includes('.woff2'))
  expect(fonts.every((name) => name.endsWith('.woff2'))).toBe(true)
  const [font = ''] = fonts
  const reply = await send(font, { 'accept-encoding': 'br, gzip' })
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.rawPayload.equals(readFileSync(`${assetsFolder}/assets/${font}`))).toBe(true)
})

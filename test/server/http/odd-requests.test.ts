import type { FastifyInstance } from 'fastify'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { ROOT_ID, workspaceOf } from '../../support/workspaces/records.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { propertySettings } from '../../support/run/sweep.ts'

let app: FastifyInstance

beforeAll(async () => {
  app = (await publishedSite(workspaceOf([], []))).app
})

const pieces = [
  '%',
  '%f',
  '%ff',
  '%E0%A4',
  '%2',
  '/',
  '//',
  '?',
  '#',
  ';',
  ':',
  '*',
  '(',
  '^',
  'a',
  '.'
]
const address = fc.array(fc.constantFrom(...pieces, 'api', 'image/', '_assets/'), { maxLength: 8 })

test('every address answers below 500 with our headers and error format', async () => {
  await fc.assert(
    fc.asyncProperty(address, async (parts) => {
      const reply = await app.inject({ url: `/${parts.join('')}` })
      expect(reply.statusCode).toBeLessThan(500)
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
      expect(reply.body).not.toContain('statusCode')
    }),
    propertySettings(300)
  )
})

test.each(['/tags/x%00', '/_data/x%00', '/_data/page%5C'])(
  '%s is answered with the error page',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  }
)

const methods = [
  'DELETE',
  'PUT',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'QUERY'
] as const
const paths = [
  '/',
  '/*a',
  '/*',
  '/:a(b',
  '/:a',
  '/a(b)',
  '/^x',
  '/a::b',
  '/sitemap-:part(^\\d+).xml'
]

test.each(methods)('%s answers 405 at every path, route patterns included', async (method) => {
  for (const url of [...paths, '/api/search-notion', '/api/%2a', '/image/*', '/mirror.db']) {
    const reply = await app.inject({ method: method as 'GET', url })
    expect(reply.statusCode, url).toBe(405)
    const allowed = url === '/api/search-notion' ? 'GET, HEAD, POST' : 'GET, HEAD'
    expect(reply.headers.allow, url).toBe(allowed)
  }
})

test('POST answers 405 where no route accepts it', async () => {
  for (const url of paths) {
    const reply = await app.inject({ method: 'POST', url, payload: { id: ROOT_ID } })
    expect(reply.statusCode, url).toBe(405)
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  }
})

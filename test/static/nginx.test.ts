import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { beforeAll, describe, expect, test } from 'vitest'

import { missingOfNginx, runNginx } from '../deploy/run-program.ts'
import { folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder, staticSite } from '../support/browser/static-site.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { syncElsewhere } from '../support/run/sync-elsewhere.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

const title = (name: string) => (missingOfNginx ? `${name} (skipped: ${missingOfNginx})` : name)
const given = describe.skipIf(missingOfNginx !== undefined)

interface Reply {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

type Send = (address: string) => Promise<Reply>

/** Starts nginx with the rules of a folder. It listens on a socket file: a free port may be taken. */
async function startNginx(root: string, rules: string): Promise<Send> {
  const folder = tempDir()
  const socketPath = path.join(folder, 'socket')
  const block = `include /etc/nginx/mime.types; server { listen unix:${socketPath}; root ${root}; include ${rules}; }`
  const send: Send = async (address) => {
    const request = http.get({ socketPath, path: address, headers: { host: 'wiki.example.org' } })
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
  }
  // Refused until nginx listens.
  const isReady = async () =>
    send('/').then(
      () => true,
      () => false
    )
  await runNginx(folder, { http: block, isReady })
  return send
}

/** A wiki with a renamed page, a deleted one, and one that has had another path. */
async function changedWiki(): Promise<{ dataDir: string }> {
  const all = [testId(10), testId(20), testId(30)]
  const blocks = [
    pageBlock(10, 'Iron', { content: [testId(11)] }),
    textBlock(11, 'Melts at noon.', { parent_id: testId(10) }),
    pageBlock(20, '銅 and "tin"'),
    pageBlock(30, 'Tin')
  ]
  let pageUrlOverrides: Record<string, string> = { '/in-$': testId(10) }
  const { api, dataDir, sync } = await mirrorDir(workspaceOf(all, blocks), (from, options) =>
    syncElsewhere(from, { ...options, config: { ...options.config, pageUrlOverrides } })
  )
  pageUrlOverrides = {}
  api.edit.change(testId(20), { properties: { title: [['Bronze']] } })
  api.edit.change(testId(30), { alive: false })
  api.edit.change(ROOT_ID, { content: [testId(10), testId(20)] })
  await sync()
  return { dataDir }
}

given(title('nginx with _nginx.conf'), () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = (await changedWiki()).dataDir
  })

  describe.each(['', '/wiki'])('below "%s/"', (basePath) => {
    let send: Send
    let folder: string
    beforeAll(async () => {
      const above = tempDir()
      folder = path.join(above, 'wiki')
      await buildFolder(folder, { dataDir, basePath, config: testConfig(ROOT_ID) })
      const root = basePath === '' ? folder : above
      send = await startNginx(root, path.join(folder, '_nginx.conf'))
    })

    test('pages are sent at their addresses, and redirected to their slash', async () => {
      const page = await send(`${basePath}/iron/`)
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.body).toContain('Melts at noon.')
      expect(page.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      const bare = await send(`${basePath}/iron`)
      expect([bare.status, bare.headers.location]).toEqual([301, `${basePath}/iron/`])
      expect((await send(`${basePath}/`)).status).toBe(200)
      expect((await send(`${basePath}/iron/index.html`)).status).toBe(200)
    })

    test('an unknown path gets status 404 and the page for it', async () => {
      const { status, headers, body } = await send(`${basePath}/nowhere/`)
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(body).toContain('data-missing-page')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      const asset = await send(`${basePath}/_assets/nothing.js`)
      expect([asset.status, asset.headers['cache-control']]).toEqual([
        404,
        'public, max-age=0, must-revalidate'
      ])
    })

    test('former paths lead to their page, and deleted pages get status 410', async () => {
      for (const former of ['/銅-and-tin', '/銅-and-tin/']) {
        const { status, headers } = await send(basePath + encodeURI(former))
        expect([status, headers.location], former).toEqual([301, `${basePath}/bronze/`])
      }
      const former = await send(`${basePath}/in-$`)
      expect([former.status, former.headers.location]).toEqual([301, `${basePath}/iron/`])
      for (const gone of ['/tin', '/tin/']) {
        const { status, body } = await send(basePath + gone)
        expect(status, gone).toBe(410)
        expect(body).toBe(String(folderFiles(folder).get('410.html')))
      }
    })

    test('Markdown, feeds and scripts have their types', async () => {
      const script = [...folderFiles(folder).keys()].find((name) => /^_assets\/.*\.js$/.test(name))
      const types = {
        'iron.md': 'text/markdown; charset=utf-8',
        'feed.xml': 'application/atom+xml; charset=utf-8',
        'sitemap.xml': 'text/xml; charset=utf-8',
        'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
        'robots.txt': 'text/plain; charset=utf-8',
        'generation.json': 'application/json',
        [script ?? '']: 'application/javascript; charset=utf-8'
      }
      for (const [name, type] of Object.entries(types)) {
        const { status, headers } = await send(`${basePath}/${name}`)
        expect([status, headers['content-type']], name).toEqual([200, type])
      }
      expect((await send(`${basePath}/${script}`)).headers['cache-control']).toBe(
        'public, max-age=31536000, immutable'
      )
    })

    test('the rules themselves are not sent', async () => {
      for (const name of ['_headers', '_redirects', '_nginx.conf'])
        expect((await send(`${basePath}/${name}`)).status, name).toBe(404)
    })
  })

  test('each kind of file has the headers that _headers gives it', async () => {
    const { folder, address } = await staticSite()
    const send = await startNginx(folder, path.join(folder, '_nginx.conf'))
    const names = [
      'cache-control',
      'content-disposition',
      'content-security-policy',
      'cross-origin-resource-policy',
      'referrer-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-robots-tag'
    ]
    const kinds = kindsOfFiles([...folderFiles(folder).keys()])
    expect(kinds.length).toBeGreaterThan(20)
    for (const name of kinds) {
      const file = `/${encodeURI(name)}`
      const { status, headers } = await send(file)
      const plain = await fetch(address + file)
      await plain.body?.cancel()
      expect(status, name).toBe(200)
      const expected = names.map((each) => plain.headers.get(each))
      expect(
        names.map((each) => headers[each] ?? null),
        name
      ).toEqual(expected)
      const isKnown = headers['content-type'] !== 'application/octet-stream'
      expect(isKnown || /^(_files\/download|_mirror)\//.test(name), name).toBe(true)
    }
  })
})

/** One file of each folder of rules and each extension; the rules that hosts read are not sent. */
function kindsOfFiles(names: string[]): string[] {
  const kinds = new Map<string, string>()
  for (const name of names.filter((each) => !/^_(headers|redirects|nginx)|\.md$/.test(each))) {
    const folder = /^(_files\/\w+|_\w+|search)\//.exec(name)?.[1] ?? ''
    const worker = name.includes('query-worker') ? 'worker' : ''
    kinds.set(`${folder} ${path.extname(name)} ${worker}`, name)
  }
  return [...kinds.values()]
}

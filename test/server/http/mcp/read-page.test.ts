import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import { buildApp } from '../../../../server/app.ts'
import { undashId } from '../../../../site/notion/blocks/notion-id.ts'
import { syncedMirror } from '../../../support/sites/mirror-dir.ts'
import { atOnce } from '../../../support/workspaces/test-config.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../../support/workspaces/records.ts'
import { mountedHost } from '../mounted-host.ts'

const pages: [number: number, title: string][] = [
  [2, 'Commands'],
  [3, 'ホーム'],
  [4, 'Index'],
  [5, 'Release notes'],
  [6, 'Ratio'],
  [7, 'C'],
  [8, 'CMD']
]
const workspace = () =>
  workspaceOf(
    pages.map(([number]) => testId(number)),
    pages.map(([number, title]) => pageBlock(number, title))
  )
const pageUrlOverrides = { '/notes.md': testId(5), '/50%25': testId(6) }

interface Answer {
  isError?: boolean
  structuredContent?: { data: { id: string; markdown: string } }
  content: { text: string }[]
}

describe.each(['', '/guide'])('a site below "%s"', (base) => {
  const domain = `wiki.example.org${base}`
  let app: FastifyInstance
  beforeAll(async () => {
    const config = { isMcpEnabled: true, pageUrlOverrides }
    const synced = await syncedMirror({ workspace: workspace(), config })
    app =
      base === ''
        ? await buildApp({ ...synced, logLevel: 'error', ...atOnce })
        : await mountedHost({ [base]: synced })
    // The next site then needs no process of its own.
    return () => app.close()
  })

  async function read(page: string): Promise<Answer> {
    const reply = await app.inject({
      method: 'POST',
      url: `${base}/_mcp`,
      headers: { accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read_page', arguments: { page } }
      }
    })
    return reply.json().result
  }
  const idAt = async (page: string) => (await read(page)).structuredContent?.data.id

  test('a page is read at each link of another page', async () => {
    const { structuredContent } = await read(ROOT_ID)
    const links = [...(structuredContent?.data.markdown ?? '').matchAll(/\]\(([^)]+)\)/g)]
    const ids = []
    for (const [, address = ''] of links) ids.push(await idAt(address))
    expect(ids).toEqual(pages.map(([number]) => testId(number)))
  })

  test.each<[page: string, number: number]>([
    ['https://<site>/index.md', 1],
    ['https://<site>', 1],
    ['https://<site>/', 1],
    ['https://<site>/?v=1', 1],
    ['https://<site>/commands', 2],
    ['https://<site>/commands?v=1#heading', 2],
    ['HTTPS://WIKI.example.org:443<base>/commands.md', 2],
    ['http://<site>/commands', 2],
    ['commands.md', 2],
    ['/commands.md?v=1', 2],
    ['/%E3%83%9B%E3%83%BC%E3%83%A0', 3],
    ['%E3%83%9B%E3%83%BC%E3%83%A0.md', 3],
    ['<base>/%E3%83%9B%E3%83%BC%E3%83%A0.md', 3],
    ['https://<site>/%E3%83%9B%E3%83%BC%E3%83%A0.md', 3],
    ['https://<site>/ホーム.md', 3],
    [`/index-${undashId(testId(4))}.md`, 4],
    ['/index', 4],
    ['/notes.md', 5],
    ['https://<site>/notes.md', 5],
    ['https://<site>/notes.md.md', 5],
    ['/50%25', 6],
    ['https://<site>/50%2525', 6],
    [`https://www.notion.so/Commands-${undashId(testId(2))}`, 2]
  ])('%s is page %i', async (address, number) => {
    const page = address.replace('<site>', domain).replace('<base>', base)
    expect(await idAt(page)).toBe(testId(number))
  })

  test.each([
    ['https://other.example/commands.md', 'no page with this path'],
    ['//other.example/commands.md', 'no page with this path'],
    ['https://<site>d/commands.md', 'no page with this path'],
    ['ftp://<site>/commands.md', 'no page with this path'],
    ['https://<site>/nothing.md', 'no page with this path'],
    ['https://<site>/%FF.md', 'not valid UTF-8'],
    ['/%FF.md', 'no page with this path'],
    ['https://', 'no page with this path']
  ])('the address %s leads to no page of the site', async (address, reason) => {
    const { isError, content } = await read(address.replace('<site>', domain))
    expect(isError).toBe(true)
    expect(content[0]?.text).toContain(reason)
  })
})

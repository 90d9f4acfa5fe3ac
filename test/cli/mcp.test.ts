import { fileURLToPath } from 'node:url'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'

import { runCommand } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { type Lamp, lampWorkspace } from '../support/sites/collection-site.ts'
import { openSite } from '../support/sites/site.ts'
import { tempDir } from '../support/temp-dir.ts'

const bin = fileURLToPath(new URL('../../cli/bin.js', import.meta.url))
const lamps: Lamp[] = [{ title: 'Anvil lamp', oil: 2 ** 60 }, { title: 'Bell lamp' }]

/** The command with a client; all of its stdout has to be messages. */
async function startClient(dataDir: string): Promise<{ client: Client; errors: unknown[] }> {
  const errors: unknown[] = []
  const client = new Client({ name: 'test', version: '1' })
  Object.assign(client, { onerror: (error: Error) => errors.push(error) })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', '--data', dataDir],
    env: { PATH: process.env['PATH'] ?? '', SITE_CONFIG: JSON.stringify({ isMcpEnabled: true }) }
  })
  await client.connect(transport)
  onFinished(() => client.close())
  return { client, errors }
}

test('fansite mcp answers on stdout with messages only, and ends with its client', async () => {
  const view = { type: 'table' as const, name: 'All', show: ['Oil'] }
  const site = await openSite({ workspace: lampWorkspace([view], lamps) })
  const { client, errors } = await startClient(site.dataDir)
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })).structuredContent as { data: unknown }
  expect(await call('search_pages', { query: 'anvil' })).toMatchObject({
    data: { total: 1, pages: [{ title: 'Anvil lamp' }] }
  })
  expect(await call('read_page', { page: 'anvil-lamp' })).toMatchObject({
    data: { markdown: expect.stringContaining('# Anvil lamp') }
  })
  expect(await call('query_rows', { collection: 'lamps', where: ['oil__notnull'] })).toMatchObject({
    data: { rows: [{ values: { lamp: 'Anvil lamp', oil: 2 ** 60 } }] }
  })
  expect(await call('query_sql', { sql: 'select count(*) from lamps' })).toMatchObject({
    data: { rows: [[2]] }
  })
  const refused = await client.callTool({ name: 'query_sql', arguments: { sql: 'vacuum' } })
  expect(refused.isError).toBe(true)
  await client.close()
  expect(errors).toEqual([])
})

test('fansite mcp requires isMcpEnabled', async () => {
  const { code, stdout, stderr } = await runCommand(['mcp', '--data', tempDir()])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('isMcpEnabled is false')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { pageId } from '../../demo/builder/record-ids.ts'
import { type ServedWorkspace, serveGenerated } from '../bench/served-workspace.ts'

const script = fileURLToPath(new URL('../../demo/serve-workspace.ts', import.meta.url))

async function openServed(pages: number): Promise<ServedWorkspace> {
  const served = await serveGenerated(pages, 6)
  onTestFinished(served.stop)
  return served
}

/** The response for one block, as text. */
async function readBlock({ baseUrl }: ServedWorkspace, id: string): Promise<string> {
  const body = JSON.stringify({ requests: [{ table: 'block', id, version: -1 }] })
  const headers = { 'content-type': 'application/json' }
  const url = `${baseUrl}/syncRecordValuesMain`
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

test('the control endpoint returns the sizes of a generated workspace', async () => {
  const { facts } = await (await openServed(60)).control()
  expect(facts).toMatchObject({ pages: 60, nonRowPages: 36, timeDependentViews: 1, rows: [24] })
})

test('the control endpoint counts requests by endpoint, and the size of responses', async () => {
  const served = await openServed(12)
  expect(await served.control()).toMatchObject({ requests: {}, sentBytes: 0 })
  const response = await readBlock(served, pageId('row 0'))
  const sentBytes = Buffer.byteLength(response)
  expect(await served.control()).toMatchObject({ requests: { syncRecordValuesMain: 1 }, sentBytes })
})

test.each([
  ['row', pageId('row 0')],
  ['text', pageId('page 1')]
] as const)('each edit "%s" increments the version of its page', async (edit, id) => {
  const served = await openServed(12)
  const responses = [await readBlock(served, id)]
  for (const _ of [1, 2]) {
    await served.control(edit)
    responses.push(await readBlock(served, id))
  }
  const versions = responses.map((response) => Number(/"version":(\d+)/.exec(response)?.[1]))
  expect(versions).toEqual([0, 1, 2].map((edits) => (versions[0] ?? 0) + edits))
})

test('an unknown edit is rejected', async () => {
  const served = await openServed(12)
  await expect(served.control('title' as never)).rejects.toThrow(/answers 400: .*there is no edit/)
})

test.each([
  [[]],
  [['workspace.json', '--generate', '10']],
  [['--generate', '10', '--port', 'x']],
  [['--generate', '0']]
])('the arguments %j print the usage', async (args) => {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args])
  const [[code], [message]] = await Promise.all([once(child, 'close'), once(child.stderr, 'data')])
  expect(code).toBe(2)
  expect(String(message)).toMatch(/^(.*\n)?usage: npm run workspace/)
})

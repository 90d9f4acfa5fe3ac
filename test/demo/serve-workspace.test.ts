import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { beforeAll, expect, test } from 'vitest'

import { pageId } from '../../demo/builder/record-ids.ts'
import type { ControlResponse } from '../../demo/generate/control.ts'
import { type ServedWorkspace, serveGenerated } from '../bench/served-workspace.ts'
import { onFinished } from '../support/on-finished.ts'
import { isSweep } from '../support/run/sweep.ts'

const script = fileURLToPath(new URL('../../demo/serve-workspace.ts', import.meta.url))

/** A workspace of 60 pages, and the first response of its control endpoint. */
let served: ServedWorkspace
let atStart: ControlResponse
beforeAll(async () => {
  served = await serveGenerated(60, 6)
  onFinished(served.stop)
  atStart = await served.control()
})

/** The response for one block, as text. */
async function readBlock(id: string): Promise<string> {
  const body = JSON.stringify({ requests: [{ table: 'block', id, version: -1 }] })
  const headers = { 'content-type': 'application/json' }
  const url = `${served.baseUrl}/syncRecordValuesMain`
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

test('the control endpoint returns the sizes of a generated workspace', () => {
  expect(atStart.facts).toMatchObject({
    pages: 60,
    nonRowPages: 36,
    timeDependentViews: 1,
    rows: [24]
  })
})

test('the control endpoint counts requests by endpoint, and the size of responses', async () => {
  expect(atStart).toMatchObject({ requests: {}, sentBytes: 0 })
  const before = await served.control()
  const response = await readBlock(pageId('row 0'))
  expect(await served.control()).toMatchObject({
    requests: { syncRecordValuesMain: (before.requests['syncRecordValuesMain'] ?? 0) + 1 },
    sentBytes: before.sentBytes + Buffer.byteLength(response)
  })
})

test.each([
  ['row', pageId('row 0')],
  ['text', pageId('page 1')]
] as const)('each edit "%s" increments the version of its page', async (edit, id) => {
  const responses = [await readBlock(id)]
  for (const _ of [1, 2]) {
    await served.control(edit)
    responses.push(await readBlock(id))
  }
  const versions = responses.map((response) => Number(/"version":(\d+)/.exec(response)?.[1]))
  expect(versions).toEqual([0, 1, 2].map((edits) => (versions[0] ?? 0) + edits))
})

test('an unknown edit is rejected', async () => {
  await expect(served.control('title' as never)).rejects.toThrow(/answers 400: .*there is no edit/)
})

/** Each start of the script takes half a second: in the gate, one that it refuses and one that fails. */
const wrongArguments = [
  ['--generate', '10', '--port', 'x'],
  ['--generate', '0'],
  ...(isSweep ? [[], ['workspace.json', '--generate', '10']] : [])
]

test.each(wrongArguments.map((args) => [args]))(
  'the arguments %j print the usage',
  async (args) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args])
    const [[code], [message]] = await Promise.all([
      once(child, 'close'),
      once(child.stderr, 'data')
    ])
    expect(code).toBe(2)
    expect(String(message)).toMatch(/^(.*\n)?usage: npm run workspace/)
  }
)

import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { RequestBudget } from '../../../../cli/sync/workspace/request-budget.ts'
import { Workspace } from '../../../../cli/sync/workspace/workspace.ts'
import { keepCollectingGarbage } from '../../../support/collect-garbage.ts'
import { skippedWaits } from '../../../support/run/waits.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'

/** A workspace API whose responses come from a listener. */
async function workspaceAt(listener: RequestListener): Promise<Workspace> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void (server.close(), server.closeAllConnections()))
  const { port } = server.address() as AddressInfo
  const budget = new RequestBudget({ concurrency: 1, ratePerSecond: null, attempts: 2 })
  const baseUrl = `http://127.0.0.1:${port}/api/v3`
  return new Workspace({ baseUrl, budget, callTimeoutMs: 100 })
}

/** Sends a byte every few milliseconds, without end. */
const dripping =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(timer))
  }

test.each([
  ['a body', dripping(200)],
  ['the body of an error', dripping(500)],
  ['headers', () => {}]
] satisfies [string, RequestListener][])(
  'a call whose response has %s without end fails in time, although garbage is collected',
  async (_name, listener) => {
    keepCollectingGarbage()
    const waits = skippedWaits()
    const workspace = await workspaceAt(listener)
    const call = workspace.records([{ table: 'block', id: ROOT_ID }])
    await expect(call).rejects.toThrow('the workspace did not answer syncRecordValuesMain')
    expect(waits).toHaveLength(1)
  }
)

import { once } from 'node:events'
import { cpSync, renameSync } from 'node:fs'
import path from 'node:path'

import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { mountSite } from '../../../server/site/site-plugin.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'

test('a client that leaves before its request is read keeps no replaced mirror open', async () => {
  const { dataDir } = await mirrorDir()
  const app = fastify()
  onFinished(() => app.close())
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    if (url !== '/left') return
    raw.socket.destroy()
    await once(reply.raw, 'close')
  })
  const options = { config: testConfig(ROOT_ID), dataDir, lookIntervalMs: 0, ...patient }
  const { site, watcher } = await mountSite(app, options)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect(fetch(`${address}/left`)).rejects.toThrow('fetch failed')

  const { mirror } = site.published()
  const file = path.join(dataDir, 'mirror.db')
  cpSync(file, `${file}-next`)
  renameSync(`${file}-next`, file)
  await watcher.waitForReplacement()
  expect(watcher.state().swaps).toBe(1)
  await expect.poll(() => mirror.$client.open).toBe(false)
})

test('a mirror whose file is named before it exists is served once it arrives', async () => {
  const { dataDir } = await mirrorDir()
  const file = path.join(tempDir(), 'copy.db')
  const options = { config: testConfig(ROOT_ID), dataDir: file, lookIntervalMs: 0, ...patient }
  const app = await buildApp(options)
  onFinished(() => app.close())
  const status = async () => (await app.inject('/readyz')).statusCode
  expect(await status()).toBe(503)
  cpSync(path.join(dataDir, 'mirror.db'), file)
  await expect.poll(status).toBe(200)
})

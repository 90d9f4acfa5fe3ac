import { createHash } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { sharedPreview } from '../../../cli/sync/assets/shared-preview.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../server/app.ts'
import { runCommand } from '../../support/command.ts'
import { freePort } from '../../support/run/free-port.ts'
import { importing, longTimeouts } from '../../support/run/waits.ts'
import { listening } from '../../support/run/listening.ts'
import { hasRedis, linkTo, redisReason, startRedis } from '../../support/sites/redis-server.ts'
import { picture } from '../../support/sites/file-site.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

const LAMP = testId(10)

/** A module for the command's process, which then waits for Redis as long as a busy machine needs. */
const patience = `
  const { setTimeout } = globalThis
  globalThis.setTimeout = (run, ms = 0, ...values) => setTimeout(run, ms === 500 ? 100_000 : ms, ...values)
  ${longTimeouts}`

/**
 * Another one, in whose process a connection may take that long. Half a second may pass between the
 * refusal of a connection and the turn of a busy process, which would then count as a time-out.
 */
const connecting = `
  import net, { Socket } from 'node:net'
  import { syncBuiltinESMExports } from 'node:module'
  class PatientSocket extends Socket {
    setTimeout(ms, ...listener) {
      return super.setTimeout(ms === 500 ? 100_000 : ms, ...listener)
    }
  }
  net.createConnection = (...to) => new PatientSocket().connect(...to)
  syncBuiltinESMExports()`

/** A workspace, and `fansite sync` of it with these environment variables. */
async function openWorkspace(
  dataDir: string,
  variables: Record<string, string>,
  isRedisEnabled = true
) {
  const api = await startWorkspaceApi({ workspace: workspaceOf([LAMP], [pageBlock(10, 'Lamp')]) })
  onTestFinished(() => api.close())
  const keys = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({ ...keys, isRedisEnabled }),
    ...variables
  }
  const args = ['sync', '--data', dataDir]
  return {
    api,
    sync: () => runCommand(args, env),
    /** A sync that waits for Redis. */
    announcingSync: () => runCommand(args, { ...env, ...importing(patience) }, { alone: true }),
    /** A sync whose connections to Redis end only with an answer. */
    connectingSync: () => runCommand(args, { ...env, ...importing(connecting) }, { alone: true })
  }
}

describe.skipIf(!hasRedis)(`with a Redis server${redisReason}`, () => {
  test('a sync announces each generation that it publishes, and no unchanged run', async () => {
    const redis = await startRedis({ password: 'oil-and-wick' })
    const { api, announcingSync } = await openWorkspace(tempDir(), {
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: String(redis.settings.port),
      REDIS_PASSWORD: 'oil-and-wick',
      REDIS_NAMESPACE: 'lantern:'
    })
    const heard: string[][] = []
    redis.client.on('message', (channel, text) => heard.push([channel, text]))
    await redis.client.subscribe('lantern:published')
    expect((await announcingSync()).code).toBe(0)
    expect((await announcingSync()).code).toBe(0)
    api.edit.setText(LAMP, 'Brighter lamp')
    expect((await announcingSync()).code).toBe(0)
    await expect.poll(() => heard).toHaveLength(2)
    expect(heard).toEqual([
      ['lantern:published', '1'],
      ['lantern:published', '2']
    ])
  })

  test('a server notices an announced publication without a request', async () => {
    const redis = await startRedis()
    const dataDir = tempDir()
    const { api, sync, announcingSync } = await openWorkspace(dataDir, { REDIS_URL: redis.url })
    await sync()
    const config = testConfig(ROOT_ID)
    const app = await buildApp({
      ...patient,
      config,
      dataDir,
      logLevel: 'error',
      lookIntervalMs: 3_600_000,
      redis: redis.settings
    })
    onTestFinished(() => app.close())
    await app.inject(`/api/social-image?id=${LAMP}`)
    const images = () =>
      readdirSync(path.join(dataDir, 'social-images'), { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.png'))
    await expect.poll(() => images().length).toBe(1)
    const [before] = images()
    api.edit.setText(LAMP, 'Brighter lamp')
    await announcingSync()
    // The server draws the changed image again when it notices the publication.
    await expect.poll(images).not.toContain(before)
  })

  test('a preview that another machine has drawn is used; a foreign value is not', async () => {
    const redis = await startRedis()
    const [one, two] = [await linkTo(redis.settings), await linkTo(redis.settings)]
    const { file, hash } = await storedPicture()
    const drawn = await sharedPreview(one.cache, hash, file)
    expect(drawn).toMatch(/^data:image\/webp;base64,/)
    expect(await sharedPreview(two.cache, hash, path.join(tempDir(), 'absent'))).toBe(drawn)
    for (const foreign of ['"><script>', `${drawn}"><script>`, 'data:text/html;base64,UklGRg==']) {
      await one.cache.set(`preview:${hash}`, Buffer.from(foreign))
      expect(await sharedPreview(two.cache, hash, file)).toBe(drawn)
    }
  })
})

test('a sync publishes where no Redis listens, and warns once', async () => {
  const REDIS_URL = `redis://:oil-and-wick@127.0.0.1:${await freePort()}`
  const { connectingSync } = await openWorkspace(tempDir(), { REDIS_URL })
  const { code, stdout, stderr } = await connectingSync()
  expect(code).toBe(0)
  expect(stdout).toContain('Published generation 1')
  expect(stderr.match(/warning: Redis: .*/g)).toEqual([
    expect.stringContaining('ECONNREFUSED 127.0.0.1')
  ])
  expect(stderr).not.toContain('oil-and-wick')
})

test('nothing connects to Redis unless isRedisEnabled is true', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const variables = { REDIS_URL: `redis://127.0.0.1:${await listening(listener)}` }
  const off = await openWorkspace(tempDir(), variables, false)
  expect((await off.sync()).code).toBe(0)
  expect(connections).toBe(0)
  const on = await openWorkspace(tempDir(), variables)
  expect((await on.sync()).code).toBe(0)
  expect(connections).toBeGreaterThan(0)
})

async function storedPicture() {
  const bytes = await picture(1, 200)
  const file = path.join(tempDir(), 'picture.png')
  writeFileSync(file, bytes)
  return { file, hash: createHash('sha256').update(bytes).digest('hex') }
}

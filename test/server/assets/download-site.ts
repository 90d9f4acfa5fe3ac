import { writeFileSync } from 'node:fs'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { onFinished } from '../../support/on-finished.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

export async function serve(dataDir: string, config: Partial<SiteConfigInput> = {}) {
  // One download waits for a sync for longer than the server's default.
  const limits = { idleTimeoutMs: 600_000 }
  const app = await buildApp({
    config: testConfig(ROOT_ID, config),
    dataDir,
    logLevel: 'silent',
    limits,
    ...atOnce
  })
  onFinished(() => app.close())
  return app
}

export async function openDownload(config: Partial<SiteConfigInput> = {}) {
  const filled = await mirrorDir()
  return { ...filled, app: await serve(filled.dataDir, config) }
}

export const get = (app: FastifyInstance, headers: Record<string, string> = {}) =>
  app.inject({ url: '/mirror.db', headers })

/** Until the copy is made, the site answers with Retry-After. */
export async function getWhenMade(app: FastifyInstance) {
  const isMade = async () => (await get(app)).statusCode === 200
  await vi.waitUntil(isMade, { timeout: 400_000, interval: 500 })
  return get(app)
}

export function saved(bytes: Buffer): string {
  const file = path.join(tempDir(), 'download.db')
  writeFileSync(file, bytes)
  return file
}

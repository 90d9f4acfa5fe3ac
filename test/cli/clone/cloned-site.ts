import path from 'node:path'

import { buildApp } from '../../../server/app.ts'
import { runCommand } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'

/** Runs `fansite clone`. */
export const clone = (site: string, dataDir: string, ...args: string[]) =>
  runCommand(['clone', site, '--data', dataDir, ...args])

/**
 * A served site, and the status of each response of its `/mirror.db`. In `beforeAll`, for the tests of a file
 * that do not change it.
 */
export async function openSource() {
  const filled = await mirrorDir()
  const app = await buildApp({
    config: testConfig(ROOT_ID),
    dataDir: filled.dataDir,
    logLevel: 'silent',
    ...atOnce
  })
  const answers: [status: number, range: string | undefined][] = []
  app.addHook('onResponse', async (request, reply) => {
    answers.push([reply.statusCode, request.headers.range])
  })
  onFinished(() => app.close())
  const site = await app.listen({ port: 0, host: '127.0.0.1' })
  return { ...filled, app, site, answers }
}

export type Source = Awaited<ReturnType<typeof openSource>>

export const mirrorOf = (dataDir: string) => path.join(dataDir, 'mirror.db')

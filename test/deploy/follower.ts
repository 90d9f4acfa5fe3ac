import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { findLitestream } from '../../demo/cluster/processes.ts'
import { type CommandResult, collectOutput } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { tempDir } from '../support/temp-dir.ts'

export const litestream = findLitestream()

/** For the titles of tests that need Litestream. */
export const missing =
  litestream === undefined
    ? ` (skipped: no Litestream for ${process.platform}-${process.arch})`
    : ''

/** The clone whose scripts run. */
export const clone = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a script with `PATH` and these environment variables. */
async function runScript(script: string, env: Record<string, string>): Promise<CommandResult> {
  const child = spawn(script, { env: { PATH: process.env['PATH'] ?? '', ...env } })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** A sync node with a replica in a folder, and a node that follows it; `root` is the path of the clone. */
export async function openFollower(root = clone) {
  const site = await mirrorDir()
  const folder = tempDir()
  const copy = path.join(folder, 'copy', 'mirror.db')
  const replica = path.join(folder, 'replica')
  const dataDir = path.join(folder, 'follower')
  mkdirSync(path.dirname(copy))
  const env = {
    LITESTREAM: litestream ?? '',
    FANSITE_DATA: dataDir,
    FANSITE_REPLICA: pathToFileURL(replica).href
  }
  return {
    ...site,
    source: path.join(site.dataDir, 'mirror.db'),
    copy,
    replica,
    /** The mirror of the follower. */
    mirror: path.join(dataDir, 'mirror.db'),
    publish: () =>
      runScript(path.join(root, 'deploy/publish.sh'), {
        FANSITE_DATA: site.dataDir,
        FANSITE_COPY: copy
      }),
    pull: (more: Record<string, string> = {}) =>
      runScript(path.join(root, 'deploy/pull.sh'), { ...env, ...more }),
    replicate: () => replicate(copy, replica)
  }
}

/** Starts Litestream; returns a function that kills it without notice. */
function replicate(copy: string, replica: string): () => Promise<void> {
  const config = path.join(path.dirname(replica), 'litestream.yml')
  const url = { type: 'file', path: replica, 'sync-interval': '100ms' }
  // JSON is YAML.
  const dbs = [{ path: copy, 'monitor-interval': '50ms', replicas: [url] }]
  writeFileSync(config, JSON.stringify({ dbs }))
  const child = spawn(litestream ?? '', ['replicate', '-config', config], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onFinished(kill)
  return kill
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { expect } from 'vitest'

import { findLitestream } from '../../demo/cluster/processes.ts'
import { type CommandResult, collectOutput } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { tempDir } from '../support/temp-dir.ts'
import { sharedFansite } from './shared-fansite.ts'

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

/**
 * A sync node with a replica in a folder, and a node that follows it. The scripts of another clone,
 * in the folder `root`, start its command themselves.
 */
export async function openFollower(root?: string) {
  const site = await mirrorDir()
  const folder = tempDir()
  const copy = path.join(folder, 'copy', 'mirror.db')
  const replica = path.join(folder, 'replica')
  const dataDir = path.join(folder, 'follower')
  mkdirSync(path.dirname(copy))
  // Without it, the scripts run the command of their clone.
  const command = { FANSITE: root === undefined ? await sharedFansite() : '' }
  const script = (name: string) => path.join(root ?? clone, 'deploy', name)
  const env = {
    ...command,
    LITESTREAM: litestream ?? '',
    FANSITE_DATA: dataDir,
    FANSITE_REPLICA: pathToFileURL(replica).href
  }
  let isReplicating = false
  /** Does something that adds logs to the replica, and waits until one is there. */
  const addingLogs = async <Result>(act: () => Result | Promise<Result>): Promise<Result> => {
    const before = logsOf(replica)
    const result = await act()
    if (isReplicating) await expect.poll(() => logsOf(replica)).not.toEqual(before)
    return result
  }
  return {
    ...site,
    source: path.join(site.dataDir, 'mirror.db'),
    copy,
    replica,
    /** The mirror of the follower. */
    mirror: path.join(dataDir, 'mirror.db'),
    publish: () =>
      addingLogs(() =>
        runScript(script('publish.sh'), {
          ...command,
          FANSITE_DATA: site.dataDir,
          FANSITE_COPY: copy
        })
      ),
    pull: (more: Record<string, string> = {}) => runScript(script('pull.sh'), { ...env, ...more }),
    /** Starts Litestream; returns a function that kills it without notice. */
    replicate: () =>
      addingLogs(() => {
        const kill = replicate(copy, replica)
        isReplicating = true
        return async () => {
          isReplicating = false
          await kill()
        }
      })
  }
}

/** What Litestream has written since its snapshots. */
function logsOf(replica: string): string[] {
  if (!existsSync(replica)) return []
  const files = readdirSync(replica, { recursive: true, encoding: 'utf8' })
  return files.filter((name) => name.endsWith('.wal.lz4')).toSorted()
}

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

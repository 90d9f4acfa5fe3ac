import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

import { Redis } from 'ioredis'

import { type RedisLink, openRedis } from '../../../server/publication/redis/redis-link.ts'
import type { RedisSettings } from '../../../server/publication/redis/redis-settings.ts'
import { onFinished } from '../on-finished.ts'
import { freePort } from '../run/free-port.ts'
import { tempDir } from '../temp-dir.ts'

/** Whether this machine has a Redis server. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
/** A part of the names of tests that need it. */
export const redisReason = hasRedis ? '' : ' (skipped: redis-server is not installed)'

/** A Redis server without files, until the test ends. */
export interface RedisServer {
  url: string
  settings: RedisSettings
  /** A client that waits as long as it takes. */
  client: Redis
  signal: (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => Promise<void>
  /** Starts it again on the same port, empty. */
  restart: () => Promise<void>
}

export async function startRedis({ password }: { password?: string } = {}): Promise<RedisServer> {
  const port = await freePort()
  const secret = password === undefined ? [] : ['--requirepass', password]
  const start = () => startProcess(port, secret)
  let child = await start()
  const client = new Redis(port, '127.0.0.1', {
    ...(password !== undefined && { password }),
    retryStrategy: () => 50
  })
  // Expected while the server is dead.
  client.on('error', () => {})
  onFinished(async () => {
    client.disconnect()
    await kill(child)
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    settings: settingsOf(port),
    client,
    signal: async (name) => {
      if (name === 'SIGKILL') await kill(child)
      else child.kill(name)
    },
    restart: async () => {
      child = await start()
    }
  }
}

/** The settings of a server on this machine. */
export function settingsOf(port: number): RedisSettings {
  const none = { username: undefined, password: undefined }
  return { host: '127.0.0.1', port, ...none, db: 0, isTls: false, namespace: 'fansite' }
}

/**
 * A connection of ours, once it is established or has failed, and the failures that it reports. Unless
 * the timeout is what is tested, it is longer than a busy machine needs.
 */
export async function linkTo(
  settings: RedisSettings,
  timeoutMs = 10_000
): Promise<RedisLink & { failures: Error[] }> {
  const failures: Error[] = []
  const link = await openRedis(settings, (error) => failures.push(error), timeoutMs)
  onFinished(() => link.close())
  await link.settled
  return { ...link, failures }
}

async function startProcess(port: number, more: string[]): Promise<ChildProcess> {
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', tempDir()]
  const args = [...place, '--save', '', '--appendonly', 'no', ...more]
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(part)
    if (output.includes('Ready to accept connections')) break
  }
  child.stdout.resume()
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

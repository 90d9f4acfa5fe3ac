import { once } from 'node:events'
import { createServer } from 'node:net'

import type { Environment } from '../../config/environment.ts'
import type { Context } from '../context.ts'
import { type Finding, errorCode } from '../finding.ts'

const ANSWER_MS = 2000

/** Whether a server could listen, or this site already does. */
export async function checkPort({ environment }: Context): Promise<Finding[]> {
  if (!environment) {
    return [{ status: 'skipped', code: 'no_environment', what: 'the environment is not valid' }]
  }
  const { host, port } = environment
  const address = `${host}:${port}`
  const code = await tryToListen(environment)
  if (code === undefined) {
    return [{ status: 'ok', code: 'port', what: `${address} is free` }]
  }
  if (code === 'EADDRINUSE' && (await isFansite(environment))) {
    return [{ status: 'ok', code: 'port_used_by_fansite', what: `fansite answers at ${address}` }]
  }
  const [what, remedy] = explanations[code] ?? [
    `cannot be used (${code})`,
    'set HOST and PORT to an address of this machine'
  ]
  return [
    {
      status: 'failure',
      code: 'port_unusable',
      what: `${address} ${what}`,
      remedy,
      facts: { error: code }
    }
  ]
}

const explanations: Record<string, [what: string, remedy: string]> = {
  EADDRINUSE: ['is used by another program', 'stop that program, or set PORT to another port'],
  EACCES: [
    'may not be used by this user',
    'set PORT to a port above 1023, and put a reverse proxy in front'
  ]
}

/** The code of the error; undefined if it works. */
async function tryToListen({ host, port }: Environment): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return errorCode(error)
  } finally {
    server.close()
  }
}

async function isFansite({ host, port }: Environment): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_MS)
    })
    return (await response.text()) === '{"status":"ok"}'
  } catch {
    // Another program need not speak HTTP.
    return false
  }
}

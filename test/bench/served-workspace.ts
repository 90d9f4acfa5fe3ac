import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { ControlResponse } from '../../demo/generate/control.ts'
import { collectOutput } from '../support/command.ts'

const script = fileURLToPath(new URL('../../demo/serve-workspace.ts', import.meta.url))
const START_LIMIT_MS = 180_000

/** A generated workspace served by its own process. */
export interface ServedWorkspace {
  baseUrl: string
  /** Applies an optional edit and returns the request counts. */
  control: (edit?: 'text' | 'row') => Promise<ControlResponse>
  stop: () => Promise<void>
}

/**
 * Starts the local workspace API with a generated workspace. Throws if it is not ready after three
 * minutes.
 */
export async function serveGenerated(
  pages: number,
  blocksPerPage: number
): Promise<ServedWorkspace> {
  const sizes = ['--generate', String(pages), '--blocks-per-page', String(blocksPerPage)]
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...sizes])
  const output = collectOutput(child)
  const stop = async () => {
    if (child.exitCode !== null || !child.kill('SIGTERM')) return
    await once(child, 'close')
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  while (!output.stdout.includes('NOTION_API_BASE_URL=') && child.exitCode === null) {
    if (child.signalCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  clearTimeout(limit)
  const [, controlUrl] = /^POST (\S+)$/m.exec(output.stdout) ?? []
  const [, baseUrl] = /^NOTION_API_BASE_URL=(\S+)/m.exec(output.stdout) ?? []
  if (controlUrl && baseUrl) return { baseUrl, control: controlOf(controlUrl), stop }
  throw new Error(`the local workspace API did not start:\n${output.stderr.slice(-2000)}`)
}

function controlOf(url: string): ServedWorkspace['control'] {
  return async (edit) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ edit }) })
    if (!reply.ok) throw new Error(`${url} answers ${reply.status}: ${await reply.text()}`)
    // Our own server types its response with the same interface.
    return (await reply.json()) as ControlResponse
  }
}

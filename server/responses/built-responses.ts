import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'

import { assetsFolder, readBuiltFile } from '../render/page-assets.ts'
import type { FinishedResponse } from './finished-response.ts'
import { type FlatHeaders, ReadyResponse } from './store/ready-response.ts'

const PREFIX = '/_assets/'

const mediaTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8']
])

/** The scripts and style sheets of the build in memory, compressed as the build has written them. */
export class BuiltResponses {
  readonly #finished = new Map<string, FinishedResponse>()
  readonly #ready = new Map<string, ReadyResponse>()
  readonly #names: Set<string>

  constructor() {
    const names = readdirSync(assetsFolder, { recursive: true, encoding: 'utf8' })
    this.#names = new Set(names.filter((name) => mediaTypes.has(path.extname(name))))
  }

  /** `common` are the headers of all responses. Undefined for other files and addresses. */
  find(url: string, common: FlatHeaders): ReadyResponse | undefined {
    const known = this.#ready.get(url)
    if (known) return known
    const name = url.slice(PREFIX.length)
    if (!url.startsWith(PREFIX) || !this.#names.has(name)) return undefined
    const ready = new ReadyResponse(this.#finish(name), common)
    this.#ready.set(url, ready)
    return ready
  }

  /** Called when the headers of all responses change. */
  forgetHeaders(): void {
    this.#ready.clear()
  }

  #finish(name: string): FinishedResponse {
    const finished = this.#finished.get(name) ?? finishFile(name)
    this.#finished.set(name, finished)
    return finished
  }
}

function finishFile(name: string): FinishedResponse {
  const { identity, gzip, br } = readBuiltFile(name)
  return {
    headers: [
      ['content-type', mediaTypes.get(path.extname(name)) ?? ''],
      ['cache-control', 'public, max-age=31536000, immutable'],
      ['vary', 'accept-encoding'],
      ['accept-ranges', 'bytes']
    ],
    tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: { identity, ...(gzip && { gzip }), ...(br && { br }) }
  }
}

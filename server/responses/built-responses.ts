import { readdirSync } from 'node:fs'
import path from 'node:path'

import { immutableCaching, tagOf } from '../http/caching.ts'
import { queryWorkerPolicy } from '../http/security-headers.ts'
import { assetsFolder, queryWorkerFile, readBuiltFile } from '../render/document/page-assets.ts'
import type { FinishedResponse } from './finished-response.ts'
import { ReadyResponse } from './store/ready-response.ts'
import type { FlatHeaders } from './store/response-head.ts'

const PREFIX = '/_assets/'

const mediaTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8']
])

/**
 * The scripts and style sheets of the build in memory, compressed as the build has written them, and
 * other responses that do not depend on the mirror.
 */
export class BuiltResponses {
  /** By address. */
  readonly #finished = new Map<string, FinishedResponse>()
  readonly #ready = new Map<string, ReadyResponse>()
  readonly #names: Set<string>
  readonly #onFailure: (error: unknown) => void
  /** Files that were reported. */
  readonly #lost = new Set<string>()

  /** `onFailure` receives the reason why a file cannot be read, once for each file. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
    const names = readdirSync(assetsFolder, { recursive: true, encoding: 'utf8' })
    this.#names = new Set(names.filter((name) => mediaTypes.has(path.extname(name))))
  }

  /**
   * `common` are the headers of all responses. Files have no parameters. Undefined for other files and
   * addresses.
   */
  find(address: string, common: FlatHeaders): ReadyResponse | undefined {
    const url = address.startsWith(PREFIX) ? address.replace(/\?.*$/s, '') : address
    const known = this.#ready.get(url)
    if (known) return known
    const finished = this.#finished.get(url) ?? this.#read(url)
    if (!finished) return undefined
    const ready = new ReadyResponse(finished, common)
    this.#ready.set(url, ready)
    return ready
  }

  /** Called when the headers of all responses change. */
  forgetHeaders(): void {
    this.#ready.clear()
  }

  /** Adds a response that depends on nothing but the configuration. */
  add(url: string, finished: FinishedResponse): void {
    this.#finished.set(url, finished)
  }

  #read(url: string): FinishedResponse | undefined {
    const name = url.slice(PREFIX.length)
    if (!url.startsWith(PREFIX) || !this.#names.has(name)) return undefined
    try {
      const finished = finishFile(name)
      this.#finished.set(url, finished)
      return finished
    } catch (error) {
      this.#reportLost(name, error)
      return undefined
    }
  }

  /** The route of the other files then answers, with 404 if the file does not exist. */
  #reportLost(name: string, cause: unknown): void {
    if (this.#lost.has(name)) return
    this.#lost.add(name)
    const message = `"${PREFIX}${name}" cannot be read: the build has changed since the server started; restart the server`
    this.#onFailure(new Error(message, { cause }))
  }
}

const policyHeader: [string, string] = ['content-security-policy', queryWorkerPolicy]

function finishFile(name: string): FinishedResponse {
  const { identity, gzip, br } = readBuiltFile(name)
  const isQueryWorker = name === queryWorkerFile()
  return {
    headers: [
      ['content-type', mediaTypes.get(path.extname(name)) ?? ''],
      ['cache-control', immutableCaching],
      ['vary', 'accept-encoding'],
      ...(isQueryWorker ? [policyHeader] : [])
    ],
    tag: tagOf(identity),
    bodies: { identity, ...(gzip && { gzip }), ...(br && { br }) }
  }
}

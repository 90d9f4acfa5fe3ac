import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import Database from 'better-sqlite3'

import { ProcessGroup, fansite, repositoryFile } from './processes.ts'

/** A publication of the sync node. */
export interface Commit {
  generation: number
  /** UTC milliseconds, from the mirror. */
  publishedAt: number
}

/** The node that syncs and replicates. The "object storage" is a folder. */
export class SyncNode {
  /** For `FANSITE_REPLICA`. */
  readonly replicaUrl: string
  /** The uploaded files. */
  readonly storedAssets: string
  readonly #dataDir: string
  readonly #config: string
  readonly #litestream: string
  readonly #processes: ProcessGroup

  constructor(
    folder: string,
    options: { litestream: string; storage: string; env: Record<string, string> }
  ) {
    const { litestream, storage, env } = options
    const copy = path.join(folder, 'copy', 'mirror.db')
    this.replicaUrl = pathToFileURL(path.join(storage, 'mirror')).href
    this.storedAssets = path.join(storage, 'assets')
    this.#dataDir = path.join(folder, 'data')
    this.#config = path.join(folder, 'litestream.yml')
    this.#litestream = litestream
    mkdirSync(path.dirname(copy), { recursive: true })
    mkdirSync(this.storedAssets, { recursive: true })
    // A sync creates it only for files.
    mkdirSync(path.join(this.#dataDir, 'assets'), { recursive: true })
    writeFileSync(this.#config, litestreamConfig(copy, path.join(storage, 'mirror')))
    this.#processes = new ProcessGroup({
      ...env,
      FANSITE_DATA: this.#dataDir,
      FANSITE_COPY: copy,
      FANSITE_UPLOAD_ASSETS: `cp -Rlu "${this.#dataDir}/assets/." "${this.storedAssets}/"`
    })
  }

  /** Starts to replicate the published copy. */
  replicate(): void {
    const child = this.#processes.start([this.#litestream, 'replicate', '-config', this.#config])
    // An unread pipe would block the process when it is full.
    child.stdout?.resume()
    child.stderr?.resume()
  }

  /** Syncs and publishes the copy; undefined if the node was killed meanwhile. Throws on other failures. */
  async publish(): Promise<Commit | undefined> {
    const steps = [
      [...fansite, 'sync', '--data', this.#dataDir],
      [repositoryFile('deploy/publish.sh')]
    ] as [string, ...string[]][]
    for (const step of steps) {
      const outcome = await this.#processes.run(step)
      if (outcome.code === null) return undefined
      if (outcome.code !== 0) throw new Error(`${step.join(' ')} failed: ${outcome.stderr}`)
    }
    return this.#readCommit()
  }

  #readCommit(): Commit | undefined {
    const mirror = new Database(path.join(this.#dataDir, 'mirror.db'), { readonly: true })
    try {
      return mirror
        .prepare<[], Commit>('select generation, published_at as publishedAt from mirror')
        .get()
    } finally {
      mirror.close()
    }
  }

  kill(): Promise<void> {
    return this.#processes.kill()
  }

  end(): Promise<void> {
    return this.#processes.end()
  }
}

function litestreamConfig(copy: string, replica: string): string {
  return `dbs:
  - path: ${JSON.stringify(copy)}
    monitor-interval: 200ms
    replicas:
      - type: file
        path: ${JSON.stringify(replica)}
        sync-interval: 500ms
`
}

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { ProcessGroup, fansite, repositoryFile } from './processes.ts'
import type { SyncNode } from './sync-node.ts'

const PULL_PAUSE_MS = 1000

/** A node that follows the replica with `deploy/pull.sh` and serves its own copy. */
export class ServeNode {
  readonly name: string
  /** The last failed pulls, newest last. */
  readonly failedPulls: string[] = []
  /** Address of the running server; undefined while there is none. */
  url: string | undefined
  readonly #dataDir: string
  readonly #processes: ProcessGroup
  #isRunning = false
  #pulls: Promise<void> = Promise.resolve()

  constructor(
    folder: string,
    options: { name: string; source: SyncNode; litestream: string; env: Record<string, string> }
  ) {
    const { name, source, litestream, env } = options
    this.name = name
    this.#dataDir = path.join(folder, name)
    const assets = path.join(this.#dataDir, 'assets')
    mkdirSync(assets, { recursive: true })
    this.#processes = new ProcessGroup({
      ...env,
      LITESTREAM: litestream,
      FANSITE_DATA: this.#dataDir,
      FANSITE_REPLICA: source.replicaUrl,
      FANSITE_FETCH_ASSETS: `cp -Rlu "${source.storedAssets}/." "${assets}/"`
    })
  }

  /** Starts the server and the repeated pull; resolves when the server listens. */
  async start(): Promise<void> {
    this.#isRunning = true
    const flags = ['--port', '0', '--host', '127.0.0.1', '--data', this.#dataDir]
    const child = this.#processes.start([...fansite, 'serve', ...flags])
    child.stderr?.pipe(process.stderr, { end: false })
    this.#pulls = this.#pullUntilKilled()
    for await (const part of child.stdout ?? []) {
      const [, url] = / is at (http\S+)/.exec(String(part)) ?? []
      if (url === undefined) continue
      this.url = url
      return
    }
    throw new Error(`the server of ${this.name} did not start`)
  }

  /** Kills the server and a running pull without notice. */
  async kill(): Promise<void> {
    this.#isRunning = false
    this.url = undefined
    await this.#processes.kill()
    await this.#pulls
  }

  async end(): Promise<void> {
    this.#isRunning = false
    await this.#processes.end()
  }

  async #pullUntilKilled(): Promise<void> {
    while (this.#isRunning) {
      const { code, stderr } = await this.#processes.run([repositoryFile('deploy/pull.sh')])
      if (code === 1) this.failedPulls.push(stderr.trim())
      await sleep(PULL_PAUSE_MS)
    }
  }
}

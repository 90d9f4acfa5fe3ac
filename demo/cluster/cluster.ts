import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type WorkspaceApi, startWorkspaceApi } from '../api/workspace-api.ts'
import { type ClusterOptions, readOptions, usage } from './options.ts'
import { findLitestream } from './processes.ts'
import { type ClusterReport, reportOf } from './report.ts'
import { ServeNode } from './serve-node.ts'
import { type Commit, SyncNode } from './sync-node.ts'
import { Visitors } from './visits.ts'
import { clusterWorkspace } from './workspace.ts'

const EDITED_PATH = '/cluster-edit'
const PAUSE_BETWEEN_EDITS_MS = 2000
const VISITORS = 2
/** For the last edit to be visible everywhere. */
const MAX_WAIT_MS = 60_000

class Cluster {
  readonly commits = new Map<number, Commit>()
  readonly #api: WorkspaceApi
  readonly #source: SyncNode
  readonly #nodes: { node: ServeNode; visitors: Visitors }[]
  readonly #editedId: string
  readonly #options: ClusterOptions
  #edits = 0

  constructor(
    folder: string,
    given: {
      api: WorkspaceApi
      editedId: string
      /** Keys of the configuration. */
      config: Record<string, unknown>
      litestream: string
      options: ClusterOptions
    }
  ) {
    const { api, editedId, litestream, options } = given
    // The path of a page follows its title otherwise.
    const config = { ...given.config, pageUrlOverrides: { [EDITED_PATH]: editedId } }
    const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(config) }
    const storage = path.join(folder, 'storage')
    this.#api = api
    this.#editedId = editedId
    this.#options = options
    this.#source = new SyncNode(path.join(folder, 'sync'), { litestream, storage, env })
    this.#nodes = Array.from({ length: options.nodes }, (_, index) => {
      const name = `serve-${index + 1}`
      const node = new ServeNode(folder, { name, source: this.#source, litestream, env })
      return { node, visitors: new Visitors(node, [EDITED_PATH, '/', '/all-pages', '/feed.xml']) }
    })
  }

  async run(): Promise<ClusterReport> {
    await this.#start()
    console.log(`all nodes serve edit 1; load for ${this.#options.seconds} s`)
    const startedAt = Date.now()
    const { rate, seconds, limit } = this.#options
    const visits = this.#nodes.map(({ visitors }) => visitors.run({ count: VISITORS, rate }))
    const end = startedAt + seconds * 1000
    await Promise.all([this.#editUntil(end), this.#killNodes(seconds * 1000)])
    await this.#waitForEdit(this.#edits)
    for (const { visitors } of this.#nodes) visitors.stop()
    await Promise.all(visits)
    return reportOf({
      commits: this.commits,
      nodes: this.#nodes.map(({ node: { name, failedPulls }, visitors: { seen } }) => ({
        name,
        failedPulls,
        seen
      })),
      durationMs: Date.now() - startedAt,
      limitMs: limit * 1000
    })
  }

  async end(): Promise<void> {
    for (const { visitors } of this.#nodes) visitors.stop()
    await Promise.all([this.#source.end(), ...this.#nodes.map(({ node }) => node.end())])
  }

  /** The first publication is not counted: it is older than the servers. */
  async #start(): Promise<void> {
    this.#source.replicate()
    this.#edit()
    if (!(await this.#source.publish())) throw new Error('the first sync was killed')
    for (const { node } of this.#nodes) {
      await node.start()
      await untilReady(node)
    }
  }

  #edit(): number {
    this.#api.edit.setText(this.#editedId, `Cluster edit ${++this.#edits}`)
    return this.#edits
  }

  async #editUntil(end: number): Promise<void> {
    while (Date.now() < end) {
      const edit = this.#edit()
      // A sync that is killed is repeated, as a timer does.
      const commit = (await this.#source.publish()) ?? (await this.#publishAgain())
      this.commits.set(edit, commit)
      await sleep(PAUSE_BETWEEN_EDITS_MS)
    }
  }

  async #publishAgain(): Promise<Commit> {
    const commit = await this.#source.publish()
    if (!commit) throw new Error('the sync was killed twice')
    return commit
  }

  /** Kills the first serve node after a third of the time, the sync node after two thirds. */
  async #killNodes(durationMs: number): Promise<void> {
    await sleep(durationMs / 3)
    const [first] = this.#nodes
    if (first) {
      console.log(`kill -9 of ${first.node.name}`)
      first.visitors.noteKill()
      await first.node.kill()
      await first.node.start()
    }
    await sleep(durationMs / 3)
    console.log('kill -9 of the sync node')
    await this.#source.kill()
    this.#source.replicate()
  }

  async #waitForEdit(edit: number): Promise<void> {
    const end = Date.now() + MAX_WAIT_MS
    const isSeen = () => this.#nodes.every(({ visitors }) => visitors.seen.firstSeen.has(edit))
    while (!isSeen() && Date.now() < end) await sleep(100)
  }
}

async function untilReady(node: ServeNode): Promise<void> {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    const { status } = await fetch(`${node.url}/readyz`)
    if (status === 200) return
    await sleep(200)
  }
  throw new Error(`${node.name} is not ready: ${node.failedPulls.at(-1)}`)
}

/** Starts a cluster on this machine, and returns the exit code: 1 if it breaks a promise. */
async function runCluster(options: ClusterOptions, litestream: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-cluster-'))
  const { given, ...workspace } = clusterWorkspace(options.pages)
  const api = await startWorkspaceApi({ ...given, isOwned: true })
  const cluster = new Cluster(folder, { api, ...workspace, litestream, options })
  const end = async () => {
    await cluster.end()
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const stop = () => void end().then(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const { figures, broken } = await cluster.run()
    for (const line of figures) console.log(line)
    for (const promise of broken) console.error(`broken: ${promise}`)
    console.log(broken.length === 0 ? 'all promises kept' : `${broken.length} promises broken`)
    return broken.length === 0 ? 0 : 1
  } finally {
    await end()
  }
}

/** Returns the exit code. */
async function main(): Promise<number> {
  const options = readOptions()
  const litestream = findLitestream()
  if (options && litestream !== undefined) return runCluster(options, litestream)
  console.error(
    options ? `there is no Litestream for ${process.platform} on ${process.arch}` : usage
  )
  return 2
}

process.exitCode = await main()

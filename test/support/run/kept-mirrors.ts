import { createHash, randomUUID } from 'node:crypto'
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'

import { vi } from 'vitest'

import type { SyncResult } from '../../../cli/sync/sync.ts'
import { noteVerified } from '../../../cli/sync/target/verified-note.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { lockFile } from '../../../db/mirror/files/lock-file.ts'
import type { WalkResult } from '../../../db/records/walk-result.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { digestOf, testCache } from './source-digest.ts'

/** A sync of fewer blocks takes less time than it is worth. */
const MIN_BLOCKS = 300
/** A walk result of fewer characters is published in less time than it is worth. */
const MIN_LENGTH = 300_000
/** A larger mirror is not kept: the disk and its copies cost more than it is worth. */
const MAX_BYTES = 50_000_000
const KEY_LENGTH = 32
/** How long a worker waits for what another one makes: less than a test may take. */
const PATIENCE_MS = 500_000
const RESULT = 'result'

/** What a mirror depends on besides its workspace. */
const sources = [
  'cli/sync',
  'db',
  'demo',
  'migrations',
  'site',
  'package-lock.json',
  'test/support/workspaces/walk-result.ts'
]
let sourceDigest: string | undefined

interface Given {
  workspace: WorkspaceFile
  assets: Map<string, WorkspaceAsset> | undefined
  config: SiteConfig
}

/**
 * Syncs a workspace into a new data directory. A mirror of the same workspace, configuration and
 * sources is copied instead; mirrors of other sources are removed.
 */
export async function syncOrCopy(
  given: Given,
  dataDir: string,
  sync: () => Promise<SyncResult>
): Promise<SyncResult> {
  if (Object.keys(given.workspace.block).length < MIN_BLOCKS) return sync()
  return makeOrCopy(await keyOf(given), dataDir, sync)
}

/**
 * Publishes a walk result into a new data directory, or copies a mirror of the same walk result, which
 * `publish` publishes with this configuration and time.
 */
export async function publishOrCopy(
  given: { walkResult: WalkResult; config: SiteConfig; at: number },
  dataDir: string,
  publish: () => Promise<void>
): Promise<void> {
  const { walkResult, ...rest } = given
  const parts = Object.entries(walkResult).map(([name, part]: [string, unknown]) => [
    name,
    valuesOf(part)
  ])
  const text = JSON.stringify([parts, rest, today()])
  if (text.length < MIN_LENGTH) return publish()
  const key = createHash('sha256').update(text).digest('hex').slice(0, KEY_LENGTH)
  return makeOrCopy(key, dataDir, publish)
}

/** The values of a part of a walk result, which is iterable or returns something iterable. */
function valuesOf(part: unknown): unknown {
  const value: unknown = typeof part === 'function' ? part() : part
  const isIterable = typeof value === 'object' && value !== null && Symbol.iterator in value
  return isIterable ? [...(value as Iterable<unknown>)] : value
}

async function makeOrCopy<Result>(
  key: string,
  dataDir: string,
  make: () => Promise<Result>
): Promise<Result> {
  const copied = copyIfKept<Result>(key, dataDir)
  if (copied) return copied.result
  // Others may want it at the same moment: they wait, and copy it.
  const lock = await lockWhenFree(path.join(mirrorsFolder(), `lock-${key}`))
  try {
    return (copyIfKept<Result>(key, dataDir) ?? (await makeAndKeep(key, dataDir, make))).result
  } finally {
    lock.close()
  }
}

/** Takes the lock of a file when no other worker has it. A killed worker does not leave it behind. */
export async function lockWhenFree(file: string): Promise<{ close: () => unknown }> {
  return vi.waitFor(() => lockFile(file, (cause) => cause), { timeout: PATIENCE_MS })
}

function copyIfKept<Result>(key: string, dataDir: string): { result: Result } | undefined {
  const folder = mirrorsFolder()
  const kept = readdirSync(folder).find((name) => name.startsWith(key))
  // Of the same key, so it has such a result.
  return kept ? { result: copyTo(dataDir, path.join(folder, kept)) as Result } : undefined
}

async function makeAndKeep<Result>(
  key: string,
  dataDir: string,
  make: () => Promise<Result>
): Promise<{ result: Result }> {
  const result = await make()
  const { size } = statSync(path.join(dataDir, 'mirror.db'))
  if (size <= MAX_BYTES) keep(dataDir, { folder: mirrorsFolder(), key, result })
  return { result }
}

/** The folder for mirrors of the current sources. */
function mirrorsFolder(): string {
  sourceDigest ??= digestOf(sources).slice(0, 16)
  const all = path.join(testCache, 'mirrors')
  const folder = path.join(all, sourceDigest)
  if (existsSync(folder)) return folder
  mkdirSync(folder, { recursive: true })
  // Several workers may do this at the same time.
  for (const name of readdirSync(all).filter((each) => each !== sourceDigest)) {
    rmSync(path.join(all, name), { recursive: true, force: true, maxRetries: 5 })
  }
  return folder
}

async function keyOf({ workspace, assets, config }: Given): Promise<string> {
  // No mirror depends on these.
  const relevant = { ...config, components: null, customCss: null }
  const digest = createHash('sha256').update(JSON.stringify([workspace, relevant, today()]))
  for (const [source, { mediaType, read }] of assets ?? []) {
    digest.update(`${source} ${mediaType} `).update(await read())
  }
  return digest.digest('hex').slice(0, KEY_LENGTH)
}

/** A part of each key, because some values depend on the day. */
function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function copyTo(dataDir: string, kept: string): unknown {
  cpSync(path.join(kept, 'data'), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // As the sync that has built it did: a server then need not verify it.
  noteVerified(dataDir, path.join(dataDir, 'mirror.db'))
  // Written by `keep`.
  return deserialize(readFileSync(path.join(kept, RESULT)))
}

/** Renames a complete folder, so that no other worker copies a part of it. */
function keep(dataDir: string, kept: { folder: string; key: string; result: unknown }): void {
  // A run of other sources may have removed the folder.
  mkdirSync(kept.folder, { recursive: true })
  const partial = mkdtempSync(path.join(kept.folder, 'partial-'))
  cpSync(dataDir, path.join(partial, 'data'), { recursive: true })
  writeFileSync(path.join(partial, RESULT), serialize(kept.result))
  renameSync(partial, path.join(kept.folder, `${kept.key}-${randomUUID()}`))
}

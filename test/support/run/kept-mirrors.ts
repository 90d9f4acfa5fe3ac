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
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'

import type { SyncResult } from '../../../cli/sync/sync.ts'
import { noteVerified } from '../../../cli/sync/target/verified-note.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { digestOf, testCache } from './source-digest.ts'

/** A sync of fewer blocks takes less time than it is worth. */
const MIN_BLOCKS = 300
const RESULT = 'result'

/** What a mirror depends on besides its workspace. */
const sources = ['cli/sync', 'db', 'demo', 'migrations', 'site', 'package-lock.json']
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
  const [folder, key] = [mirrorsFolder(), await keyOf(given)]
  const kept = readdirSync(folder).find((name) => name.startsWith(key))
  if (kept) return copyTo(dataDir, path.join(folder, kept))
  const result = await sync()
  keep(dataDir, { folder, key, result })
  return result
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

/** The day is part of it, because some values depend on it. */
async function keyOf({ workspace, assets, config }: Given): Promise<string> {
  const day = new Date().toISOString().slice(0, 10)
  const digest = createHash('sha256').update(JSON.stringify([workspace, config, day]))
  for (const [source, { mediaType, read }] of assets ?? []) {
    digest.update(`${source} ${mediaType} `).update(await read())
  }
  return digest.digest('hex').slice(0, 32)
}

function copyTo(dataDir: string, kept: string): SyncResult {
  cpSync(path.join(kept, 'data'), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // As the sync that has built it did: a server then need not verify it.
  noteVerified(dataDir, path.join(dataDir, 'mirror.db'))
  // Written by `keep`.
  return deserialize(readFileSync(path.join(kept, RESULT))) as SyncResult
}

/** Renames a complete folder, so that no other worker copies a part of it. Two workers may keep one each. */
function keep(dataDir: string, kept: { folder: string; key: string; result: SyncResult }): void {
  const partial = mkdtempSync(path.join(kept.folder, 'partial-'))
  cpSync(dataDir, path.join(partial, 'data'), { recursive: true })
  writeFileSync(path.join(partial, RESULT), serialize(kept.result))
  renameSync(partial, path.join(kept.folder, `${kept.key}-${randomUUID()}`))
}

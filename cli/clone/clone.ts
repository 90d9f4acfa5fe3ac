import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { MirrorError, explained } from '../../db/mirror/mirror-error.ts'
import { verifyMirror } from '../../db/check/verify-mirror.ts'
import { readNamed, removeUnnamed } from '../sync/assets/collect-garbage.ts'
import { lockDataDir } from '../sync/lock-data-dir.ts'
import { installMirror, readStoredIdentity, removeDatabase } from '../sync/target-mirror.ts'
import { CloneError } from './clone-error.ts'
import { readRecord, writeRecord } from './clone-record.ts'
import { type FetchedAssets, fetchAssets } from './fetch-assets.ts'
import { type FetchOptions, fetchMirror } from './fetch-mirror.ts'
import { type PartFacts, PartFile } from './part-file.ts'
import { unpack } from './unpack.ts'

export interface CloneOptions extends Omit<FetchOptions, 'part' | 'knownEtag'> {
  dataDir: string
  /** Whether the files that pages show are fetched as well. */
  areFilesWanted: boolean
}

export interface CloneResult {
  file: string
  /** False when the site has nothing newer than what is there. */
  isChanged: boolean
  /** Where the mirror is kept that was there before, unless it was a clone too. */
  keptAs: string | undefined
  /** Undefined when no files are wanted. */
  assets: FetchedAssets | undefined
}

/**
 * Fetches the mirror of a site into a data directory, looks whether it is sound, and puts it in its
 * place. A mirror there that a sync has made is kept beside it. Throws `CloneError`, `MirrorError`
 * for what is wrong with files of ours, and `LockError` while a sync runs.
 */
export async function clone(options: CloneOptions): Promise<CloneResult> {
  const { dataDir, address } = options
  const unlock = lockDataDir(dataDir)
  try {
    const file = path.join(dataDir, 'mirror.db')
    const record = readRecord(dataDir, file)
    // What cannot be kept is found out before the download.
    if (!record) readStoredIdentity(file)
    const knownEtag = record?.address === address.href ? (record.etag ?? undefined) : undefined
    const part = new PartFile(dataDir)
    const facts = await fetchMirror({ ...options, part, knownEtag })
    if (!facts) {
      const assets = await readFiles(options, file)
      return { file, isChanged: false, keptAs: undefined, assets }
    }
    const next = await prepare({ ...options, part, facts })
    const assets = await readFiles(options, next)
    writeRecord(dataDir, { address: address.href, etag: facts.etag, next })
    const keptAs = installMirror(next, file, !record)
    // Until here: the next run unpacks it again when this one is stopped among the files.
    part.remove()
    removeWithdrawn(dataDir)
    return { file, isChanged: true, keptAs, assets }
  } finally {
    removeDatabase(path.join(dataDir, 'mirror-next.db'))
    unlock()
  }
}

/** The files come before the mirror takes its place, so that it names none that is not there yet. */
async function readFiles(
  options: CloneOptions,
  mirrorFile: string
): Promise<FetchedAssets | undefined> {
  if (!options.areFilesWanted) return undefined
  return fetchAssets({ ...options, mirrorFile, folder: path.join(options.dataDir, 'assets') })
}

/** Removes files that no mirror names any more; where a sync has run, it does that after a week. */
function removeWithdrawn(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'staging.db'))) return
  const { named, unreadable } = readNamed(dataDir)
  if (unreadable.length === 0) removeUnnamed(path.join(dataDir, 'assets'), named)
}

async function prepare(
  options: CloneOptions & { part: PartFile; facts: PartFacts }
): Promise<string> {
  const { dataDir, part, facts, maxBytes } = options
  const next = path.join(dataDir, 'mirror-next.db')
  removeDatabase(next)
  try {
    await unpack({ file: part.file, facts, maxBytes }, next)
    verify(next, facts)
    return next
  } catch (error) {
    removeDatabase(next)
    // What a full disk has stopped is unpacked by the next run.
    if (error instanceof CloneError) part.remove()
    throw error
  }
}

function verify(next: string, { address }: PartFacts): void {
  try {
    verifyMirror(next)
  } catch (error) {
    if (!(error instanceof MirrorError)) throw error
    const fault = error.message.replace(next, 'it')
    throw new CloneError(`${address} is refused: ${fault}`, { cause: error })
  }
  leaveNoLog(next)
}

/** A site that sends the very file that its syncs write to sends one that wants a log beside it. */
function leaveNoLog(file: string): void {
  explained(file, () => {
    const client = new Database(file, { fileMustExist: true })
    client.pragma('trusted_schema = off')
    client.pragma('journal_mode = DELETE')
    client.close()
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  })
}

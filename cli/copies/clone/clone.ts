import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { MirrorError, explained } from '../../../db/mirror/mirror-error.ts'
import { removeDatabase } from '../../../db/mirror/files/remove-database.ts'
import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { readReferenced, removeUnreferenced } from '../../sync/assets/collect-garbage.ts'
import { lockDataDir } from '../../sync/lock-data-dir.ts'
import { installMirror } from '../../sync/target/install-mirror.ts'
import { readStoredIdentity } from '../../sync/target/stored-identity.ts'
import { noteVerified } from '../../sync/target/verified-note.ts'
import { CloneError, NoFileError } from './clone-error.ts'
import { readCloneRecord, writeCloneRecord } from './clone-record.ts'
import { type FetchedAssets, fetchAssets } from './fetch-assets.ts'
import { fetchChunks, findFolderMirror } from './fetch-chunks.ts'
import { type FetchOptions, fetchMirror } from './fetch-mirror.ts'
import { type PartFacts, PartFile } from './part-file.ts'
import { unpack } from './unpack.ts'

export interface CloneOptions extends Omit<FetchOptions, 'part' | 'knownEtag'> {
  dataDir: string
  /** Whether the files of the pages are fetched too. */
  areFilesWanted: boolean
}

export interface CloneResult {
  file: string
  /** False when the site has no newer publication than the existing clone. */
  isChanged: boolean
  /** Path of the previous mirror; undefined when there was none or it was a clone too. */
  keptAs: string | undefined
  /** Undefined when files were not requested. */
  assets: FetchedAssets | undefined
}

/**
 * Fetches the mirror of a site into a data directory, verifies and installs it. An existing mirror
 * that a sync has written is renamed, not replaced. Throws `CloneError`, `MirrorError` when the files
 * of the data directory cannot be used, and `LockError` while a sync is running.
 */
export async function clone(options: CloneOptions): Promise<CloneResult> {
  const { dataDir, address } = options
  const unlock = lockDataDir(dataDir)
  try {
    const file = path.join(dataDir, 'mirror.db')
    const record = readCloneRecord(dataDir, file)
    // Throws before the download when the existing mirror cannot be read and so cannot be kept.
    if (!record) readStoredIdentity(file)
    const knownEtag = record?.address === address.href ? (record.etag ?? undefined) : undefined
    const part = new PartFile(dataDir)
    const { facts, isFolder } = await fetchFrom({ ...options, part, knownEtag })
    if (!facts) {
      const assets = await fetchFiles({ ...options, isFolder }, file)
      return { file, isChanged: false, keptAs: undefined, assets }
    }
    const next = await prepare({ ...options, part, facts })
    const assets = await fetchFiles({ ...options, isFolder }, next)
    writeCloneRecord(dataDir, { address: address.href, etag: facts.etag, next })
    const keptAs = installMirror(next, file, !record)
    noteVerified(dataDir, file)
    // Not earlier: a run that is stopped while it fetches files is resumed without a new download.
    part.remove()
    removeStaleAssets(dataDir)
    return { file, isChanged: true, keptAs, assets }
  } finally {
    removeDatabase(path.join(dataDir, 'mirror-next.db'))
    unlock()
  }
}

/** Fetches the mirror of a server as one file, and that of a folder of static files in chunks. */
async function fetchFrom(
  options: FetchOptions
): Promise<{ facts: PartFacts | undefined; isFolder: boolean }> {
  try {
    return { facts: await fetchMirror(options), isFolder: false }
  } catch (error) {
    if (!(error instanceof NoFileError)) throw error
    const folder = await findFolderMirror(options)
    if (!folder) throw error
    return { facts: await fetchChunks(folder, options), isFolder: true }
  }
}

/** Fetches the files before the mirror is installed, so that it references no missing file. */
async function fetchFiles(
  options: CloneOptions & { isFolder: boolean },
  mirrorFile: string
): Promise<FetchedAssets | undefined> {
  if (!options.areFilesWanted) return undefined
  return fetchAssets({ ...options, mirrorFile, folder: path.join(options.dataDir, 'assets') })
}

/** Removes unreferenced files at once. In the data directory of a sync, the sync does so after a week. */
function removeStaleAssets(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'staging.db'))) return
  const { referenced, unreadable } = readReferenced(dataDir)
  if (unreadable.length === 0) removeUnreferenced(path.join(dataDir, 'assets'), referenced)
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
    // After other errors, such as a full disk, the next run unpacks the download again.
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
    throw new CloneError(`the mirror of ${address} is refused: ${fault}`, { cause: error })
  }
  leaveWalMode(next)
}

/** A proxy may serve the file that the site's syncs write to; that one is in WAL mode. */
function leaveWalMode(file: string): void {
  explained(file, () => {
    const client = new Database(file, { fileMustExist: true })
    client.pragma('trusted_schema = off')
    client.pragma('journal_mode = DELETE')
    client.close()
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  })
}

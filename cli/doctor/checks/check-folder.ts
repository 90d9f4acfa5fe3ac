import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  rmdirSync,
  statSync
} from 'node:fs'
import path from 'node:path'

import { explained } from '../../../db/mirror/mirror-error.ts'
import type { Context } from '../context.ts'
import { type Finding, causeAndRemedy, errorCode } from '../finding.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** What a sync and a server write in the data directory. */
const written = [
  'mirror.db',
  'mirror.db-wal',
  'mirror.db-shm',
  'assets',
  'staging.db',
  'sync.lock',
  'sync.pid',
  'responses.db',
  'searches.db',
  'verified.json'
]

/** Whether this user may write to the data directory, or create it. */
export function checkFolder({ paths }: Context): Finding[] {
  const { folder, file } = paths
  if (folder === undefined) {
    const what = `${file} is a mirror without a data directory, so nothing is written beside it`
    return [{ status: 'skipped', code: 'mirror_file', what }]
  }
  try {
    const exists = existsSync(folder)
    // A link to a missing path is found too: no folder can be created there.
    explained(folder, () => tryToWrite(nearestFolder(folder, lstatSync)))
    for (const name of exists ? written : []) tryToOpen(path.join(folder, name))
    const what = exists
      ? `${folder} can be written`
      : `${folder} does not exist yet; it can be created`
    return [{ status: 'ok', code: 'folder', what, facts: { exists } }]
  } catch (error) {
    const facts = { error: errorCode(error) }
    const parts = causeAndRemedy(messageOf(error))
    return [{ status: 'failure', code: 'folder_not_writable', ...parts, facts }]
  }
}

/** The folder itself, or the nearest one above it that exists. */
export function nearestFolder(folder: string, stat = statSync): string {
  const parent = path.dirname(folder)
  const exists = stat(folder, { throwIfNoEntry: false }) !== undefined
  return exists || parent === folder ? folder : nearestFolder(parent, stat)
}

/** Errors of the first call name the folder, not the one that the second call creates. */
function tryToWrite(folder: string): void {
  accessSync(folder, constants.W_OK | constants.X_OK)
  rmdirSync(mkdtempSync(path.join(folder, 'doctor-')))
}

function tryToOpen(file: string): void {
  if (existsSync(file)) explained(file, () => accessSync(file, constants.R_OK | constants.W_OK))
}

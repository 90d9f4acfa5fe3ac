import { findVerified, readFileState, rememberVerified } from '../../../db/check/verified-file.ts'
import { findFileId } from '../../../db/mirror/files/file-id.ts'
import { readMirror } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'

/**
 * Called before a run opens the mirror that servers serve, `file`. The returned function, called after
 * the run, remembers it as verified if the run has built it, or if it was verified and only this run has
 * changed it. A restarted server then need not verify it.
 */
export function verifiedNote(folder: string, file: string): () => void {
  const [before, place] = [findFileId(file), findFileId(folder)]
  const wasVerified = findVerified(folder, file) !== undefined
  return () => {
    // The folder is a link that was changed meanwhile: the run has not written this mirror.
    if (findFileId(folder) !== place) return
    const isNew = findFileId(file) !== before
    if (isNew || wasVerified) noteVerified(folder, file)
  }
}

/** Remembers the mirror in a data directory, which this process has written or verified. */
export function noteVerified(folder: string, file: string): void {
  const state = readFileState(file)
  // A reader has kept the log from being emptied: the server verifies the mirror.
  if (state === undefined) return
  const publication = readMirror(file, readIdentity)
  if (publication) rememberVerified(folder, state, publication)
}

import { findFileId } from '../../db/mirror/files/file-id.ts'
import { ApiError } from '../errors.ts'
import type { PublishedMirror } from './mirror-source.ts'

/**
 * Throws `ApiError` mirror_unreadable if another file is at the path of the mirror: it may not be verified
 * yet. To be called after the path was opened in another process.
 */
export function refuseOther({ mirror, fileId }: PublishedMirror): void {
  if (findFileId(mirror.$client.name) === fileId) return
  throw new ApiError('mirror_unreadable')
}

import { statSync } from 'node:fs'

import { ApiError } from '../errors.ts'
import type { PublishedMirror } from './mirror-source.ts'

/**
 * Throws `ApiError` mirror_unreadable if another file is at the path of the mirror: it may not be verified
 * yet. To be called after the path was opened in another process.
 */
export function refuseOther({ mirror, inode }: PublishedMirror): void {
  if (statSync(mirror.$client.name, { throwIfNoEntry: false })?.ino === inode) return
  throw new ApiError('mirror_unreadable')
}

import { existsSync } from 'node:fs'

import { checkMirror } from '../../../db/check/check-mirror.ts'
import {
  DamagedMirrorError,
  ForeignMirrorError,
  explained
} from '../../../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { type MirrorIdentity, readIdentity } from '../../../db/mirror/read-identity.ts'

/**
 * The root page and space of a mirror file; undefined when the file is missing or has no publication.
 * Throws `MirrorError` when it cannot be read.
 */
export function readStoredIdentity(file: string): MirrorIdentity | undefined {
  return existsSync(file) ? identityOf(file, readIdentity) : undefined
}

/** Why a mirror cannot be published to: it is damaged, or it cannot be migrated. */
export type Unusable = 'damaged' | 'foreign'

/** Like `readStoredIdentity`, after a check of all database pages; or why the mirror cannot be used. */
export function inspectMirror(file: string): MirrorIdentity | Unusable | undefined {
  if (!existsSync(file)) return undefined
  try {
    return identityOf(file, (mirror) => {
      checkMirror(mirror)
      return readIdentity(mirror)
    })
  } catch (error) {
    if (error instanceof DamagedMirrorError) return 'damaged'
    if (error instanceof ForeignMirrorError) return 'foreign'
    throw error
  }
}

function identityOf(
  file: string,
  read: (mirror: Mirror) => MirrorIdentity | undefined
): MirrorIdentity | undefined {
  const mirror = openMirrorForSync(file)
  try {
    return explained(file, () => read(mirror))
  } finally {
    mirror.$client.close()
  }
}

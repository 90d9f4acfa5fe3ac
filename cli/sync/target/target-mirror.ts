import { existsSync } from 'node:fs'
import path from 'node:path'

import { removeDatabase } from '../../../db/mirror/files/remove-database.ts'
import { explained } from '../../../db/mirror/mirror-error.ts'
import {
  type Mirror,
  createMirror,
  openMirrorForSync,
  sealCompacted
} from '../../../db/mirror/open-mirror.ts'
import { type MirrorIdentity, readStoredGeneration } from '../../../db/mirror/read-identity.ts'
import { type PreviousMirror, keptName, replaceMirror, unusableName } from './install-mirror.ts'
import { lastCopyGeneration } from '../../../db/mirror/spoiler-copies.ts'
import type { inspectMirror } from './stored-identity.ts'

/** The mirror that a run publishes to. */
export interface MirrorTarget {
  mirror: Mirror
  /** Whether it is `mirror.db` itself, so that a publication stays even if the run fails later. */
  isInPlace: boolean
  /** Closes the file and, when it was built beside `mirror.db`, installs it. */
  finish: () => void
  /** Closes the file without a publication. */
  abandon: () => void
  /** What happens to the previous file, for the maintainer. */
  warnings: string[]
  /**
   * The last generation of the copies of `mirror.db`, or of an unusable one, where it can be read. A mirror
   * that is new, or has other rules, continues from it.
   */
  lastGeneration: number
}

/**
 * Opens the mirror that a run publishes to. A new mirror is built beside `mirror.db` and replaces it
 * when it is complete: where there is none, where it belongs to another workspace (a mirror belongs to
 * one root page and space), and where it is damaged or cannot be migrated. The previous file is kept.
 * `stored` is the result of `inspectMirror`. Throws `MirrorError` when the file cannot be used, before a
 * walk of hours.
 */
export function openTarget(
  file: string,
  identity: MirrorIdentity,
  stored: ReturnType<typeof inspectMirror>
): MirrorTarget {
  removeDatabase(nextName(file))
  if (!existsSync(file)) return openBeside(file, {})
  if (stored === 'damaged' || stored === 'foreign')
    return openBeside(file, { keptAs: unusableName(file, stored), unusable: stored })
  if (stored === undefined || isSame(stored, identity)) return openInPlace(file)
  return openBeside(file, { keptAs: keptName(file, stored) })
}

function openInPlace(file: string): MirrorTarget {
  const mirror = openMirrorForSync(file)
  const close = () => void mirror.$client.close()
  return {
    mirror,
    isInPlace: true,
    finish: close,
    abandon: close,
    warnings: [],
    lastGeneration: lastCopyGeneration(path.dirname(file))
  }
}

function openBeside(file: string, previous: PreviousMirror): MirrorTarget {
  const next = nextName(file)
  const mirror = createMirror(next)
  return {
    mirror,
    isInPlace: false,
    warnings: warningsOf(file, previous),
    lastGeneration: Math.max(
      previous.unusable ? readStoredGeneration(file) : 0,
      lastCopyGeneration(path.dirname(file))
    ),
    finish: () => {
      sealCompacted(mirror)
      explained(file, () => replaceMirror(next, file, previous))
    },
    abandon: () => {
      mirror.$client.close()
      removeDatabase(next)
    }
  }
}

function warningsOf(file: string, { keptAs, unusable }: PreviousMirror): string[] {
  if (keptAs === undefined) return []
  if (unusable === undefined) return [`the mirror of another workspace is kept as ${keptAs}`]
  return unusable === 'damaged'
    ? [`${file} was damaged and is rebuilt; the damaged file is kept as ${keptAs}`]
    : [
        `${file} was written by a version of fansite whose tables cannot be migrated and is rebuilt; the old file is kept as ${keptAs}`
      ]
}

function nextName(file: string): string {
  return path.join(path.dirname(file), 'mirror-next.db')
}

function isSame(a: MirrorIdentity, b: MirrorIdentity): boolean {
  return a.rootPageId === b.rootPageId && a.spaceId === b.spaceId
}

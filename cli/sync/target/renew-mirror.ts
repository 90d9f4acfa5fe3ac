import { viewFault } from '../../../db/check/view-fault.ts'
import { OutdatedMirrorError } from '../../../db/mirror/mirror-error.ts'
import {
  type Mirror,
  openMirrorForReading,
  openMirrorForSync
} from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { lastCopyGeneration } from '../../../db/mirror/spoiler-copies.ts'
import { publishSpoilerCopies } from '../../../db/publish/copies/publish-copies.ts'
import { republish } from '../../../db/publish/copies/republish.ts'
import { hasAllCovers } from '../../../db/publish/mark-spoilers.ts'
import type { SiteConfig } from '../../../site/config/config.ts'

interface RenewOptions {
  config: SiteConfig
  /** The data directory. */
  folder: string
  /** Whether the mirror had an older schema before it was opened. */
  wasOutdated: boolean
  signal: AbortSignal
}

/** Whether a mirror has the schema of an older fansite. `file` exists. */
export function isOutdated(file: string): boolean {
  try {
    openMirrorForReading(file).$client.close()
    return false
  } catch (error) {
    return error instanceof OutdatedMirrorError
  }
}

/**
 * Derives again what servers need from the last publication, before the first request to the workspace:
 * the mirror after an update of fansite, and the mirror or its copies after a change of the rules for
 * spoilers. The site is then available even if the workspace is not.
 */
export async function renewMirror(file: string, options: RenewOptions): Promise<void> {
  const mirror = openMirrorForSync(file)
  try {
    const { config, folder, wasOutdated } = options
    const isUsable = viewFault(mirror.$client) === undefined && hasAllCovers(mirror, config)
    const isWithholding = config.spoilers?.mode === 'withhold'
    const lastGeneration = lastCopyGeneration(folder)
    // Visitors have seen a copy that was made by rules that are not used any more.
    const isBehind = !isWithholding && lastGeneration >= (readIdentity(mirror)?.generation ?? 1)
    if (wasOutdated || !isUsable || isBehind)
      await republishFrom(file, mirror, { ...options, lastGeneration })
    // Also without rules: a copy that stays would repeat the numbers of what is published meanwhile.
    await publishSpoilerCopies(mirror, options)
  } finally {
    mirror.$client.close()
  }
}

/** A second connection reads, because one that iterates over rows cannot write. */
async function republishFrom(
  file: string,
  mirror: Mirror,
  options: RenewOptions & { lastGeneration: number }
): Promise<void> {
  const source = openMirrorForReading(file)
  try {
    source.$client.exec('begin')
    await republish(mirror, { source, ...options })
  } finally {
    source.$client.close()
  }
  mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
}

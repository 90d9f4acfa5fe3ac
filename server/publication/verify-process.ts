import { statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { Damage } from '../../db/check/find-damage.ts'
import { readFileState } from '../../db/check/verified-file.ts'
import { inspectForeign } from '../../db/check/verify-mirror.ts'
import { MirrorError, explainFailure } from '../../db/mirror/mirror-error.ts'
import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { assetPath } from '../../site/addresses/asset-path.ts'
import { lowerPriority } from '../process/lower-priority.ts'
import type { ReferencedFile } from './mirror-faults.ts'
import type { VerifyAnswer, VerifyJob } from './start-verification.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** Characters: SQLite lists all damaged pages in one finding. */
const MAX_FINDING = 200

// A child process that verifies a mirror, while the server answers visitors. A file that crashes SQLite
// ends only this process.

// Ctrl-C reaches it too; the server ends it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
const job = JSON.parse(process.argv[3] ?? '') as VerifyJob
// Not the lowest: on a busy machine, visitors would get the earlier publication for a long time.
if (job.isReplacement) lowerPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
process.send?.(verify(job), () => process.exit())

function verify({ file, assets }: VerifyJob): VerifyAnswer {
  try {
    const state = readFileState(file)
    const { damage, publication } = inspectForeign(file)
    const fatal = damage.find((each) => !isOfSearch(each))
    if (fatal) return { kind: 'refused', message: damagedMessage(file, fatal) }
    const isUnchanged = state !== undefined && state === readFileState(file)
    return {
      kind: 'verified',
      publication,
      state: isUnchanged ? state : undefined,
      search: damage[0] && damagedMessage(file, damage[0]),
      missing: findMissingAssets(file, assets)
    }
  } catch (error) {
    return { kind: 'refused', message: reasonFor(error, file) }
  }
}

/** Words an error of SQLite for the site's own mirror; `inspectForeign` has worded it for any other file. */
function reasonFor(error: unknown, file: string): string {
  const isOfSqlite = error instanceof MirrorError && error.cause !== undefined
  return messageOf(explainFailure(isOfSqlite ? error.cause : error, file))
}

/** Without its search index, a mirror still has all pages, and the next sync writes the index again. */
function isOfSearch({ where }: Damage): boolean {
  return where.startsWith('search_')
}

function damagedMessage(file: string, { where, what }: Damage): string {
  const first = what.replaceAll(/\s+/g, ' ').slice(0, MAX_FINDING)
  return `${file} is damaged; move it away and sync again, or make or fetch another copy (${where}: ${first})`
}

/** Files that the mirror references and that are missing or incomplete; none without an asset folder. */
function findMissingAssets(file: string, folder: string): ReferencedFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const mirror = openMirrorForReading(file)
  try {
    const sql = 'select distinct hash, size from asset order by hash'
    const assets = mirror.$client.prepare<[], { hash: string; size: number }>(sql).all()
    return assets
      .map(({ hash, size }) => ({ path: path.join(folder, assetPath(hash)), size }))
      .filter((asset) => statSync(asset.path, { throwIfNoEntry: false })?.size !== asset.size)
  } finally {
    mirror.$client.close()
  }
}

import { statSync } from 'node:fs'
import path from 'node:path'

import { desc } from 'drizzle-orm'
import { z } from 'zod'

import { checkMirror } from '../../db/check/check-mirror.ts'
import { MirrorError, explained } from '../../db/mirror/mirror-error.ts'
import { type Mirror, readMirror } from '../../db/mirror/open-mirror.ts'
import { mirror as mirrorTable, syncRun } from '../../db/schema/publication-tables.ts'
import { readTransaction } from '../../db/mirror/read-transaction.ts'
import type { LockHolder } from './lock-holder.ts'
import { findRunningSync } from './find-running-sync.ts'

const RUNS = 5

const failedRecord = z.object({
  page_id: z.string(),
  title: z.string().nullable(),
  reason: z.string(),
  is_kept: z.boolean()
})

/** The part of a run's report that `fansite status` shows; older versions may lack keys. */
const reportShape = z.object({
  failed: z.array(failedRecord).default([]),
  absent: z.array(z.object({ reason: z.string() })).default([]),
  files: z
    .object({ failed: z.array(z.object({ source: z.string(), reason: z.string() })).default([]) })
    .default({ failed: [] }),
  file_failures: z
    .array(
      z.object({
        host: z.string(),
        reason: z.string(),
        files: z.number(),
        newly_failed: z.number(),
        paused: z.number(),
        next_try_at: z.number()
      })
    )
    .default([])
})

/** A report of which a later publication has removed all names; it has the numbers only. */
const shortenedShape = z.object({ shortened_to: z.literal('counts') })

export type RunReport = z.infer<typeof reportShape>
export type RunRow = Omit<typeof syncRun.$inferSelect, 'account' | 'id'>

/** The state of a mirror and of the syncs that made it. */
export interface Status {
  file: string
  /** Size of the database and its WAL file. */
  bytes: number
  publication: typeof mirrorTable.$inferSelect
  /** Bytes of the stored files that the publication references. */
  assetBytes: number
  /** Number of pages removed since earlier publications, by reason. */
  gonePages: Map<string, number>
  runningSync: LockHolder | undefined
  /** The last runs, the newest first. */
  runs: RunRow[]
  /**
   * Report of the newest run; undefined if no run is recorded, or if pages have been withdrawn since
   * without a run, as after an update of fansite.
   */
  report: RunReport | undefined
  isReportShortened: boolean
}

/** Reads the state of a mirror. Throws `MirrorError` when it is damaged or has no publication. */
export function readStatus(file: string): Status {
  return readMirror(file, (mirror) =>
    explained(file, () => {
      checkMirror(mirror)
      return readTransaction(mirror, () => readFrom(mirror, file))
    })
  )
}

function readFrom(mirror: Mirror, file: string): Status {
  const publication = mirror.select().from(mirrorTable).get()
  const runningSync = findRunningSync(path.dirname(file))
  if (!publication) throw new MirrorError(unpublished(file, runningSync))
  const rows = mirror.select().from(syncRun).orderBy(desc(syncRun.id)).limit(RUNS).all()
  const account: unknown = rows[0] && JSON.parse(rows[0].account)
  const isReportShortened = shortenedShape.safeParse(account).success
  return {
    file,
    bytes: bytesOf(file) + bytesOf(`${file}-wal`),
    publication,
    assetBytes: readAssetBytes(mirror),
    gonePages: readGonePages(mirror),
    runningSync,
    runs: rows.map(({ id: _id, account: _account, ...run }) => run),
    report: account && !isReportShortened ? reportShape.parse(account) : undefined,
    isReportShortened
  }
}

function unpublished(file: string, runningSync: LockHolder | undefined): string {
  const remedy = runningSync
    ? `a sync is running (process ${runningSync.pid}); wait until it has finished`
    : 'run "fansite sync"'
  return `nothing is published in ${file} yet; ${remedy}`
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Sources with the same content share a file. */
function readAssetBytes(mirror: Mirror): number {
  const total = mirror.$client.prepare<[], number>(
    'select coalesce(sum(size), 0) from (select distinct hash, size from asset)'
  )
  return total.pluck().get() ?? 0
}

function readGonePages(mirror: Mirror): Map<string, number> {
  const counts = mirror.$client.prepare<[], { reason: string; count: number }>(
    'select reason, count(*) as count from gone_page group by reason order by 2 desc, 1'
  )
  return new Map(counts.all().map(({ reason, count }) => [reason, count]))
}

import { ExitCode } from '../process/exit-code.ts'
import { absenceReasons, describeFileFailures, limited } from '../sync/report/describe-sync.ts'
import type { RunReport, RunRow, Status } from './read-status.ts'

/** What `fansite status` prints, line by line; `now` is UTC milliseconds. */
export function describeStatus(status: Status, now: number): string[] {
  const { publication, account, runs } = status
  const { generation, published_at } = publication
  const age = duration(now - published_at)
  return [
    `${status.file}, ${megabytes(status.bytes)}`,
    `generation ${generation}, published ${instant(published_at)}, ${age} ago`,
    ...describeContents(status),
    describeRunning(status, now),
    ...section('last runs', runs.map(describeRun)),
    ...(account ? describeReport(account) : [])
  ]
}

/** The document that `fansite status --json` prints. Keys are only ever added. */
export function statusDocument(status: Status, now: number) {
  const { publication, account, runningSync } = status
  const { generation, published_at, pages, blocks, rows, collections, assets } = publication
  return {
    file: status.file,
    file_bytes: status.bytes,
    generation,
    published_at,
    age_ms: now - published_at,
    pages,
    blocks,
    rows,
    collections,
    assets,
    asset_bytes: status.assetBytes,
    gone_pages: Object.fromEntries(status.gonePages),
    running_sync: runningSync ? { pid: runningSync.pid, started_at: runningSync.startedAt } : null,
    runs: status.runs.map((run) => ({
      ...run,
      duration_ms: run.finished_at - run.started_at,
      meaning: meaningOf(run)
    })),
    failed: (account?.failed ?? []).map(({ page_id: pageId, title, reason, is_kept: isKept }) => ({
      page_id: pageId,
      title,
      reason,
      is_kept: isKept
    })),
    left_out: Object.fromEntries(countReasons(account?.absent ?? [])),
    failed_files: account?.files.failed.map(({ source, reason }) => ({ source, reason })) ?? [],
    file_failures: account?.file_failures ?? []
  }
}

function describeContents({ publication, assetBytes, gonePages }: Status): string[] {
  const { pages, blocks, rows, collections, assets } = publication
  const gone = [...gonePages].map(([reason, count]) => `${number(count)} ${reason}`)
  return [
    `${number(pages)} pages, ${number(blocks)} blocks, ${number(rows)} rows in ${number(collections)} collections`,
    `${number(assets)} files, ${megabytes(assetBytes)}`,
    ...(gone.length > 0 ? [`pages of earlier generations that are gone: ${gone.join(', ')}`] : [])
  ]
}

function describeRunning({ runningSync }: Status, now: number): string {
  if (!runningSync) return 'no sync is running'
  const { pid, startedAt } = runningSync
  return `a sync is running: process ${pid}, for ${duration(now - startedAt)}`
}

function describeRun(run: RunRow): string {
  const took = duration(run.finished_at - run.started_at)
  const requests = `${number(run.requests)} requests`
  return `${instant(run.started_at)}, ${took}, ${requests}: ${meaningOf(run)} (exit code ${run.exit_code})`
}

function meaningOf({ exit_code, is_published, generation }: RunRow): string {
  const outcome = is_published
    ? `published generation ${generation}`
    : `unchanged, generation ${generation}`
  return exit_code === ExitCode.partial
    ? `${outcome}, something was newly lost or kept at its last good copy`
    : outcome
}

function describeReport({ failed, absent, file_failures: groups }: RunReport): string[] {
  const leftOut = [...countReasons(absent)].map(([reason, count]) => {
    return `${number(count)} ${reason}: ${meaningOfReason(reason)}`
  })
  return [
    ...section('failed in the last run', limited(describeFailed(failed), 'pages')),
    ...section('left out in the last run', leftOut),
    ...section(
      'files not fetched in the last run',
      limited(describeFileFailures(groups), 'groups of files')
    )
  ]
}

/** One line for a page and reason, whatever the number of its records. */
function describeFailed(failed: RunReport['failed']): string[] {
  const lines = failed.map(({ page_id: pageId, title, reason, is_kept: isKept }) => {
    const name = title === null ? pageId : `"${title}" (${pageId})`
    return `${name}: ${reason}; ${isKept ? 'its last good copy is kept' : 'the mirror does not have it as it is in the workspace'}`
  })
  return [...new Set(lines)]
}

function countReasons(absent: RunReport['absent']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { reason } of absent) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

function meaningOfReason(reason: string): string {
  const known: Record<string, string> = absenceReasons
  return known[reason] ?? 'a reason that this fansite does not know'
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}

function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000]
] as const

/** In the largest unit of which there are two. */
function duration(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => milliseconds >= 2 * each) ?? ['s', 1000]
  const value = Math.max(0, milliseconds / size)
  return unit === 's' && value < 10 ? `${value.toFixed(1)} s` : `${Math.round(value)} ${unit}`
}

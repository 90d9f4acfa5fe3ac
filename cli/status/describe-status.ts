import { ExitCode } from '../process/exit-code.ts'
import { absenceReasons, describeFileFailures, limited } from '../sync/report/describe-sync.ts'
import type { RunReport, RunRow, Status } from './read-status.ts'
import { counted, megabytes } from '../formats/quantities.ts'

const SHORTENED =
  'what the last run left out is not known any more, because pages were withdrawn since; the next sync lists it'

/** The output of `fansite status`, by line; `now` in UTC milliseconds. */
export function describeStatus(status: Status, now: number): string[] {
  const { publication, report, runs } = status
  const { generation, published_at } = publication
  const age = duration(now - published_at)
  return [
    `${status.file}, ${megabytes(status.bytes)}`,
    `generation ${generation}, published ${instant(published_at)}, ${age} ago`,
    ...describeContents(status),
    describeRunning(status, now),
    ...section('last runs', runs.map(describeRun)),
    ...(report ? describeReport(report) : []),
    ...(status.isReportShortened ? [SHORTENED] : [])
  ]
}

/** The document that `fansite status --json` prints. Keys are only ever added. */
export function statusDocument(status: Status, now: number) {
  const { publication, report, runningSync } = status
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
    is_report_shortened: status.isReportShortened,
    failed: (report?.failed ?? []).map(({ page_id: pageId, title, reason, is_kept: isKept }) => ({
      page_id: pageId,
      title,
      reason,
      is_kept: isKept
    })),
    left_out: Object.fromEntries(countReasons(report?.absent ?? [])),
    failed_files: report?.files.failed.map(({ source, reason }) => ({ source, reason })) ?? [],
    file_failures: report?.file_failures ?? []
  }
}

function describeContents({ publication, assetBytes, gonePages }: Status): string[] {
  const { pages, blocks, rows, collections, assets } = publication
  const gone = [...gonePages].map(([reason, count]) => `${number(count)} ${reason}`)
  return [
    `${counted(pages, 'page')}, ${counted(blocks, 'block')}, ${counted(rows, 'row')} in ${counted(collections, 'collection')}`,
    `${counted(assets, 'file')}, ${megabytes(assetBytes)}`,
    ...(gone.length > 0 ? [`pages removed since earlier generations: ${gone.join(', ')}`] : [])
  ]
}

function describeRunning({ runningSync }: Status, now: number): string {
  if (!runningSync) return 'no sync is running'
  const { pid, startedAt } = runningSync
  return `a sync is running: process ${pid}, started ${duration(now - startedAt)} ago`
}

function describeRun(run: RunRow): string {
  const took = duration(run.finished_at - run.started_at)
  const requests = counted(run.requests, 'request')
  return `${instant(run.started_at)}, ${took}, ${requests}: ${meaningOf(run)} (exit code ${run.exit_code})`
}

function meaningOf({ exit_code, is_published, generation }: RunRow): string {
  const outcome = is_published
    ? `published generation ${generation}`
    : `unchanged, generation ${generation}`
  return exit_code === ExitCode.partial
    ? `${outcome}, but some content could not be read for the first time`
    : outcome
}

function describeReport({ failed, absent, file_failures: groups }: RunReport): string[] {
  const excluded = [...countReasons(absent)].map(([reason, count]) => {
    return `${number(count)} ${reason}: ${meaningOfReason(reason)}`
  })
  return [
    ...section('not read in the last run', limited(describeFailed(failed), 'pages')),
    ...section('not mirrored in the last run', excluded),
    ...section(
      'files not fetched in the last run',
      limited(describeFileFailures(groups), 'groups of files')
    )
  ]
}

/** One line for each page and reason, whatever the number of records. */
function describeFailed(failed: RunReport['failed']): string[] {
  const lines = failed.map(({ page_id: pageId, title, reason, is_kept: isKept }) => {
    const name = title === null ? pageId : `"${title}" (${pageId})`
    return `${name}: ${reason}; ${isKept ? 'the published version is kept' : 'the mirror lacks all or part of it'}`
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
  return known[reason] ?? 'a reason that this version of fansite does not know'
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000]
] as const

/** In the largest unit of which there are at least two. */
function duration(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => milliseconds >= 2 * each) ?? ['s', 1000]
  const value = Math.max(0, milliseconds / size)
  return unit === 's' && value < 10 ? `${value.toFixed(1)} s` : `${Math.round(value)} ${unit}`
}

import type { WorkspaceFacts } from '../../demo/generate/control.ts'

/** One run of a sync, or of the comparison walk. */
export interface Measurement {
  run: 'full' | 'unchanged' | 'text edited' | 'row edited' | 'peer'
  /** Requests by endpoint. */
  requests: Record<string, number>
  sentBytes: number
  seconds: number
  maxRssMB: number | undefined
  cpuSeconds: number | undefined
  /** Seconds of the run spent publishing. */
  publishSeconds: number | undefined
}

export interface Goal {
  name: string
  measured: number
  limit: number
}

const RECORDS_PER_REQUEST = 100
const ROWS_PER_QUERY = 1000
const EXTRA_REQUESTS = 2
const REQUESTS_OF_AN_EDIT = 3
const MAX_RSS_MB = 300
/**
 * CPU time of an unchanged run in percent of a full run, if the full run is long enough to measure.
 */
const UNCHANGED_CPU_PERCENT = 10
const MIN_CPU_SECONDS = 30
/** Time to publish an edited page in percent of the first publication. */
const EDITED_PUBLICATION_PERCENT = 3
const MIN_PAGES_FOR_PUBLICATION = 10_000
/** Smaller workspaces have too few records in a batch for a comparison. */
const MIN_PAGES_FOR_PEER = 1000

/** The goals for the measurements of one workspace; missing measurements have no goal. */
export function goalsFor(facts: WorkspaceFacts, measurements: Measurement[]): Goal[] {
  const of = (run: Measurement['run']) => measurements.find((each) => each.run === run)
  const unchanged = unchangedLimit(facts)
  const edited = unchanged + REQUESTS_OF_AN_EDIT
  const limits: [Measurement | undefined, limit: number][] = [
    [of('unchanged'), unchanged],
    [of('text edited'), edited],
    [of('row edited'), edited]
  ]
  const peer = facts.pages >= MIN_PAGES_FOR_PEER ? of('peer') : undefined
  if (peer) limits.unshift([of('full'), Math.floor(requestsOf(peer) / 4)])
  const shares = [
    shareOf('CPU, unchanged, % of full', {
      part: of('unchanged')?.cpuSeconds,
      whole: of('full')?.cpuSeconds,
      limit: UNCHANGED_CPU_PERCENT,
      isGoal: (of('full')?.cpuSeconds ?? 0) >= MIN_CPU_SECONDS
    }),
    shareOf('publishing, text edited, % of full', {
      part: of('text edited')?.publishSeconds,
      whole: of('full')?.publishSeconds,
      limit: EDITED_PUBLICATION_PERCENT,
      isGoal: facts.pages >= MIN_PAGES_FOR_PUBLICATION
    })
  ]
  const memory = measurements.filter(({ run }) => run !== 'peer')
  return [
    ...limits.flatMap(([run, limit]) =>
      run ? [{ name: `requests, ${run.run}`, measured: requestsOf(run), limit }] : []
    ),
    ...shares.flat(),
    ...memory.flatMap(({ run, maxRssMB }) =>
      maxRssMB === undefined
        ? []
        : [{ name: `MB resident, ${run}`, measured: Math.round(maxRssMB), limit: MAX_RSS_MB - 1 }]
    )
  ]
}

/** A measurement in percent of another; only reported for runs too short for a goal. */
function shareOf(
  name: string,
  share: { part: number | undefined; whole: number | undefined; limit: number; isGoal: boolean }
): Goal[] {
  const { part, whole, limit, isGoal } = share
  if (part === undefined || !whole) return []
  const measured = Number(((part / whole) * 100).toFixed(1))
  return [{ name, measured, limit: isGoal ? limit : Number.POSITIVE_INFINITY }]
}

/** The total number of requests of a run. */
export function requestsOf({ requests }: Measurement): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0)
}

/**
 * Versions are read in batches. Each thousand rows of a collection take one query, as a new row
 * does not change the collection's version. Views that depend on the current date are queried each
 * time.
 */
function unchangedLimit(facts: WorkspaceFacts): number {
  const { nonRowPages, rows, views, timeDependentViews } = facts
  const versions = Math.ceil((nonRowPages + rows.length + views) / RECORDS_PER_REQUEST)
  const queries = rows.reduce((sum, count) => sum + Math.ceil(count / ROWS_PER_QUERY), 0)
  return versions + queries + timeDependentViews + EXTRA_REQUESTS
}

import type { WorkspaceFacts } from '../../demo/generated/control.ts'

/** One run of a sync, or of the peer's walk. */
export interface Measurement {
  run: 'full' | 'unchanged' | 'text edited' | 'row edited' | 'peer'
  /** By endpoint. */
  requests: Record<string, number>
  sentBytes: number
  seconds: number
  maxRssMB: number | undefined
}

export interface Goal {
  name: string
  measured: number
  limit: number
}

const RECORDS_PER_REQUEST = 100
const ROWS_PER_QUERY = 1000
const SPARE_REQUESTS = 2
const REQUESTS_OF_AN_EDIT = 3
const MAX_RSS_MB = 300
/** Smaller workspaces hold too little in a batch for the comparison to mean anything. */
const LEAST_PAGES_FOR_PEER = 1000

/** What the measurements of one workspace are to keep to. Those that were not made have no goal. */
export function goalsFor(facts: WorkspaceFacts, measurements: Measurement[]): Goal[] {
  const of = (run: Measurement['run']) => measurements.find((each) => each.run === run)
  const unchanged = unchangedLimit(facts)
  const edited = unchanged + REQUESTS_OF_AN_EDIT
  const limits: [Measurement | undefined, limit: number][] = [
    [of('unchanged'), unchanged],
    [of('text edited'), edited],
    [of('row edited'), edited]
  ]
  const peer = facts.pages >= LEAST_PAGES_FOR_PEER ? of('peer') : undefined
  if (peer) limits.unshift([of('full'), Math.floor(requestsOf(peer) / 4)])
  const memory = measurements.filter(({ run }) => run !== 'peer')
  return [
    ...limits.flatMap(([run, limit]) =>
      run ? [{ name: `requests, ${run.run}`, measured: requestsOf(run), limit }] : []
    ),
    ...memory.flatMap(({ run, maxRssMB }) =>
      maxRssMB === undefined
        ? []
        : [{ name: `MB resident, ${run}`, measured: Math.round(maxRssMB), limit: MAX_RSS_MB - 1 }]
    )
  ]
}

/** All requests of a run. */
export function requestsOf({ requests }: Measurement): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0)
}

/**
 * Versions in batches, and one query for every thousand rows of each collection, as a new row does
 * not move its collection's version; views that depend on the day are asked for each time.
 */
function unchangedLimit(facts: WorkspaceFacts): number {
  const { nonRowPages, rows, views, timeDependentViews } = facts
  const versions = Math.ceil((nonRowPages + rows.length + views) / RECORDS_PER_REQUEST)
  const queries = rows.reduce((sum, count) => sum + Math.ceil(count / ROWS_PER_QUERY), 0)
  return versions + queries + timeDependentViews + SPARE_REQUESTS
}

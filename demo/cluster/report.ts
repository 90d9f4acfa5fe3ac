import type { Commit } from './sync-node.ts'
import type { Seen } from './visits.ts'

/** What happened in a run of the cluster. */
export interface ClusterRun {
  /** Publications by the number of the edit. */
  commits: Map<number, Commit>
  nodes: { name: string; failedPulls: string[]; seen: Seen }[]
  durationMs: number
  /** The longest staleness that is allowed. */
  limitMs: number
}

export interface ClusterReport {
  /** Lines with the figures of the nodes. */
  figures: string[]
  /** The broken promises. */
  broken: string[]
}

export function reportOf(run: ClusterRun): ClusterReport {
  const nodes = run.nodes.map((node) => ({ ...node, staleness: stalenessOf(run, node.seen) }))
  return {
    figures: [
      `${run.commits.size} publications in ${seconds(run.durationMs)}`,
      ...nodes.flatMap((node) => figuresOf(run, node))
    ],
    broken: nodes.flatMap((node) => brokenPromises(run, node))
  }
}

type NodeRun = ClusterRun['nodes'][number] & { staleness: number[] }

function figuresOf({ durationMs }: ClusterRun, node: NodeRun): string[] {
  const { name, failedPulls, seen, staleness } = node
  const cells = [
    `staleness p50 ${seconds(percentile(staleness, 0.5))}, max ${seconds(percentile(staleness, 1))}`,
    `${staleness.length} publications seen`,
    `${seen.errors.length} errors`,
    `${seen.torn.length} torn pages`,
    `${((seen.requests * 1000) / durationMs).toFixed(0)} requests/s`,
    ...seen.restarts.map((ms) => `back ${seconds(ms)} after kill -9`)
  ]
  const line = `${name}: ${cells.join(' · ')}`
  if (failedPulls.length === 0) return [line]
  return [line, `  ${failedPulls.length} failed pulls, such as: ${failedPulls.at(-1)}`]
}

/**
 * Milliseconds from each commit to the first response with it or with a later one, in ascending
 * order. A publication that is replaced before a pull is never seen itself.
 */
function stalenessOf({ commits }: ClusterRun, { firstSeen }: Seen): number[] {
  return [...commits]
    .flatMap(([edit, { publishedAt }]) => {
      const times = [...firstSeen].filter(([seen]) => seen >= edit).map(([, time]) => time)
      return times.length === 0 ? [] : [Math.max(0, Math.min(...times) - publishedAt)]
    })
    .toSorted((a, b) => a - b)
}

function brokenPromises(
  { commits, limitMs }: ClusterRun,
  { name, seen, staleness }: NodeRun
): string[] {
  const missing = commits.size - staleness.length
  const late = staleness.filter((ms) => ms > limitMs).length
  return [
    ...(missing > 0 ? [`${name} never showed ${missing} publications`] : []),
    ...(late > 0
      ? [`${name} showed ${late} publications after more than ${seconds(limitMs)}`]
      : []),
    ...(seen.requests === 0 ? [`${name} answered no request`] : []),
    ...seen.errors.slice(0, 5).map((error) => `${name}: ${error}`),
    ...seen.torn.slice(0, 5).map((page) => `${name}: ${page}`)
  ]
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

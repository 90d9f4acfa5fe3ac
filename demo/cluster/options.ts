import { parseArgs } from 'node:util'

export const usage = `usage: npm run demo:cluster -- [--seconds 60] [--nodes 2] [--rate 20] [--limit 10] [--pages <n>]
  --seconds  time under load      --nodes  serve nodes
  --rate     requests per second and node
  --limit    longest time from a publication to a node, in seconds
  --pages    serve a generated workspace of so many pages (at least 10), not the sample`

export interface ClusterOptions {
  seconds: number
  nodes: number
  rate: number
  limit: number
  /** Undefined for the sample. */
  pages: number | undefined
}

/** The options of the command line; undefined if one is wrong. */
export function readOptions(): ClusterOptions | undefined {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      nodes: { type: 'string', default: '2' },
      rate: { type: 'string', default: '20' },
      limit: { type: 'string', default: '10' },
      pages: { type: 'string' }
    }
  })
  const { seconds, nodes, rate, limit } = {
    seconds: Number(values.seconds),
    nodes: Number(values.nodes),
    rate: Number(values.rate),
    limit: Number(values.limit)
  }
  const pages = values.pages === undefined ? undefined : Number(values.pages)
  const isValid =
    [seconds, rate, limit].every((value) => value > 0 && value <= 3600) &&
    isWithin(nodes, 1, 8) &&
    (pages === undefined || isWithin(pages, 10, 100_000))
  return isValid ? { seconds, nodes, rate, limit, pages } : undefined
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

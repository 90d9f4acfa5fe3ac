import { Counter, Histogram, type Registry } from 'prom-client'

/** The label of requests whose route is unknown. */
const OTHER = 'other'

/** Upper bounds of the duration buckets in seconds; a kept response takes less than the first. */
const BOUNDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
] as const

const MAX_STATUS = 599

/** Requests of one route. */
interface RouteTally {
  /** Requests by status. */
  readonly statuses: Float64Array
  /** Requests by bucket; the last one has no upper bound. */
  readonly buckets: Float64Array
  seconds: number
}

/**
 * Counts requests by route and status. The numbers are plain arrays that are given to prom-client
 * only when they are read: its own counter and histogram take 500 ns a request.
 */
export class RequestTally {
  readonly #routes = new Map<string, RouteTally>()
  readonly #other: RouteTally = newTally()

  /** Adds a route to count by. Requests of all others are counted together. */
  addRoute(route: string): void {
    if (!this.#routes.has(route)) this.#routes.set(route, newTally())
  }

  count(route: string, status: number, seconds: number): void {
    const tally = this.#routes.get(route) ?? this.#other
    tally.statuses[status]! += 1
    tally.seconds += seconds
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1
    tally.buckets[bucket]! += 1
  }

  /** Registers the metrics of the requests; the returned function updates them. */
  register(registry: Registry): () => void {
    const requests = new Counter({
      name: 'fansite_requests_total',
      help: 'Requests by route and status.',
      labelNames: ['route', 'status'],
      registers: [registry]
    })
    registry.registerMetric(new DurationHistogram(() => this.#used()))
    return () => {
      requests.reset()
      for (const [route, { statuses }] of this.#used()) {
        statuses.forEach((count, status) => {
          if (count > 0) requests.inc({ route, status }, count)
        })
      }
    }
  }

  /** Routes with requests. */
  #used(): [string, RouteTally][] {
    const all: [string, RouteTally][] = [...this.#routes, [OTHER, this.#other]]
    return all.filter(([, { buckets }]) => buckets.some((count) => count > 0))
  }
}

function newTally(): RouteTally {
  return {
    statuses: new Float64Array(MAX_STATUS + 1),
    buckets: new Float64Array(BOUNDS.length + 1),
    seconds: 0
  }
}

const durations = {
  name: 'fansite_request_duration_seconds',
  help: 'Time from the request to the end of its response, by route.',
  labelNames: ['route' as const],
  buckets: [...BOUNDS],
  registers: []
}

/** A histogram of prom-client with the numbers of a tally. */
class DurationHistogram extends Histogram<'route' | 'le'> {
  readonly #empty = new Histogram<'route' | 'le'>(durations)
  readonly #routes: () => [string, RouteTally][]

  constructor(routes: () => [string, RouteTally][]) {
    super(durations)
    this.#routes = routes
  }

  override async get() {
    return { ...(await this.#empty.get()), values: this.#routes().flatMap(samplesOf) }
  }

  /** The registry prefers this method, which its types do not have, to `get`. */
  async getForPromString() {
    return this.get()
  }
}

function samplesOf([route, { buckets, seconds }]: [string, RouteTally]) {
  const { name } = durations
  let count = 0
  const samples = [...BOUNDS, '+Inf'].map((le, index) => {
    count += buckets[index]!
    return { metricName: `${name}_bucket`, labels: { route, le }, value: count }
  })
  return [
    ...samples,
    { metricName: `${name}_sum`, labels: { route }, value: seconds },
    { metricName: `${name}_count`, labels: { route }, value: count }
  ]
}

import { Registry, collectDefaultMetrics } from 'prom-client'

/** Metrics from functions of Node.js that are not documented; `nodejs_active_resources` replaces them. */
const UNDOCUMENTED = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total'
]

let registry: Registry | undefined

/**
 * Starts to collect the metrics of this process: CPU time, memory, event loop, garbage collection.
 * There is one registry for the process, because prom-client cannot stop its observers.
 */
export function startProcessMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of UNDOCUMENTED) registry.removeSingleMetric(name)
  return registry
}

/** The metrics of this process as text. */
export async function processText(): Promise<string> {
  const text = await startProcessMetrics().metrics()
  // prom-client writes the mean of no values as `Nan`; the format only knows `NaN`.
  return text.replaceAll(/^.* Nan\n/gm, '')
}

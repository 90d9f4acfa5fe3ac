/** Whether `npm run test:sweep` runs, with every case instead of a bounded sample. */
export const isSweep = process.env['FANSITE_SWEEP'] === 'all'

/** `npm test` draws the same inputs each time, so that it fails only because of a change. */
const GATE_SEED = 17

/** Number of runs of a property, and the seed of its inputs; without a seed, fast-check takes a new one. */
interface PropertySettings {
  numRuns: number
  seed?: number
}

/**
 * How a property is tested: `sample` times with the same inputs in `npm test`, and with new inputs
 * forty times as often in a sweep or as often as `FANSITE_PROPERTY_RUNS` says; of that, `share`.
 */
export function propertySettings(sample: number, share = 1): PropertySettings {
  const wanted = process.env['FANSITE_PROPERTY_RUNS']
  const runs = Number(wanted ?? (isSweep ? 40 * sample : sample))
  const numRuns = Math.ceil(runs * share)
  return isSweep || wanted !== undefined ? { numRuns } : { numRuns, seed: GATE_SEED }
}

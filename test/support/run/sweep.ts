/** Whether `npm run test:sweep` runs, with every case instead of a bounded sample. */
export const isSweep = process.env['FANSITE_SWEEP'] === 'all'

/**
 * How often a property is tested: `sample` times, forty times as often in a sweep, or as often as
 * `FANSITE_PROPERTY_RUNS` says.
 */
export function propertyRuns(sample: number): number {
  return Number(process.env['FANSITE_PROPERTY_RUNS'] ?? (isSweep ? 40 * sample : sample))
}

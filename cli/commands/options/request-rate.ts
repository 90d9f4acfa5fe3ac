const MAX_RATE = 1000

/** Whether requests of a run can be limited to this number a second. */
export function isRequestRate(rate: number): boolean {
  return rate > 0 && rate <= MAX_RATE
}

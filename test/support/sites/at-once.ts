/** Options of `buildApp` with which each response shows the newest publication. */
export const atOnce = { lookIntervalMs: 0, cache: { maxStaleMs: 0 } }

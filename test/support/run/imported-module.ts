/** Variables with which a command that runs alone begins with the code of a module. */
export const importing = (module: string): Record<string, string> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}`
})

/** Code that lets each time-out of a signal last as long as a busy machine needs. */
export const longTimeouts = `
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 100 * ms)`

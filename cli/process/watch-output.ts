/**
 * Keeps errors of stdout and stderr from ending the process. The returned function waits for what was
 * written to stdout, and resolves to its first error; a closed pipe is none, since its reader has
 * enough.
 */
export function watchOutput(): () => Promise<Error | undefined> {
  const { stdout, stderr } = process
  let failure: Error | undefined
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error
  })
  // The log of a server or of a sync is less important than its work.
  stderr.on('error', () => {})
  return async () => {
    await new Promise<void>((resolve) => stdout.write('', () => setImmediate(resolve)))
    return failure
  }
}

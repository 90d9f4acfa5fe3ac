/** Characters that may wait for a reader of the log that has stopped reading. */
const MAX_WAITING = 1_000_000

/**
 * The log on stdout. A closed pipe, a full disk or a reader that has stopped must neither end nor
 * block the server: lines that cannot be written are dropped, and so are lines beyond `MAX_WAITING`.
 * (Pino's own destination throws on a full disk and waits for a slow reader.)
 */
export function logOutput(): { write: (line: string) => void } {
  const { stdout } = process
  if (!stdout.listeners('error').includes(drop)) stdout.on('error', drop)
  return {
    write(line) {
      if (stdout.writableLength < MAX_WAITING) stdout.write(line)
    }
  }
}

/** There is nowhere left to report that the log cannot be written. */
function drop(): void {}

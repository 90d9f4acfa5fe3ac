import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/**
 * Writes chunks to a file as they arrive and flushes it to the disk; flag `a` appends. The writes are
 * synchronous, so that every received chunk is in the file when the next one fails.
 */
export async function writeChunks(
  file: string,
  flag: 'a' | 'w',
  chunks: AsyncIterable<Uint8Array>
): Promise<void> {
  const handle = openSync(file, flag)
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length;) at += writeSync(handle, chunk, at)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

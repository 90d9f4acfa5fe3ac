import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** sha256 of a file, 64 hex digits. */
export async function fileHash(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const part of createReadStream(file)) digest.update(part as Buffer)
  return digest.digest('hex')
}

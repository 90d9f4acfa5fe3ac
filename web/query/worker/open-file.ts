import { isIndexFile } from '../../../site/browse/mirror-chunks.ts'
import type { RangedFile } from '../../../site/ranges/ranged-file.ts'
import { openChunkedFile } from './chunked-file.ts'
import { openHttpFile } from './http-file.ts'

/**
 * Opens the database that `generation.json` names: one file that is read by ranges, or an index of
 * chunks. Throws `QueryFault`.
 */
export async function openFile(address: string): Promise<RangedFile> {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  return isIndexFile(name) ? openChunkedFile(address) : openHttpFile(address)
}

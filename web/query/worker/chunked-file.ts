import { CHUNKS_VERSION, type MirrorIndex, chunkPath } from '../../../site/browse/mirror-chunks.ts'
import type { RangeSource, RangedFile } from '../../../site/ranges/ranged-file.ts'
import { QueryFault } from './query-fault.ts'
import { fileFrom, request, requestNow } from './requests.ts'

/** Opens the database whose chunks an index lists. Throws `QueryFault`. */
export async function openChunkedFile(address: string): Promise<RangedFile> {
  const { version, size, chunkSize, chunks } = await readIndex(address)
  if (version !== CHUNKS_VERSION) throw new QueryFault('noDatabase')
  const fetch = fetchChunk(address, { chunkSize, chunks })
  const head = fetch(0, Math.min(chunkSize, size))
  return fileFrom({ size, partSize: chunkSize, fetch }, head)
}

async function readIndex(address: string): Promise<MirrorIndex> {
  const reply = await request(address)
  try {
    return (await reply.json()) as MirrorIndex
  } catch (error) {
    // For example, the home page, which some hosts send for unknown paths.
    if (error instanceof SyntaxError) throw new QueryFault('gone', { cause: error })
    throw error
  }
}

/** Fetches a chunk. Its name is the hash of its bytes, so the browser keeps it across publications. */
function fetchChunk(
  address: string,
  { chunkSize, chunks }: Pick<MirrorIndex, 'chunkSize' | 'chunks'>
): RangeSource['fetch'] {
  return (start, end) => {
    const name = chunks[start / chunkSize]
    if (name === undefined) throw new QueryFault('noDatabase')
    const { response } = requestNow(new URL(chunkPath(name), address).href)
    const bytes = new Uint8Array(response as ArrayBuffer)
    // No chunk, but a page that a host sends for unknown paths.
    if (bytes.length !== end - start) throw new QueryFault('gone')
    return bytes
  }
}

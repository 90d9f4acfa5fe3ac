import type { RangedFile, RangeSource } from '../../../site/ranges/ranged-file.ts'
import { QueryFault } from './query-fault.ts'
import { fileFrom, request, requestNow } from './requests.ts'

/** Bytes of the first request: the header, and the beginning of the schema. */
const HEAD_BYTES = 8192
/** The largest file that is fetched whole from a server that sends no ranges. */
const MAX_WHOLE_BYTES = 32 * 1024 * 1024

/** What every answer about a file must have in common. */
interface Identity {
  size: number
  /** The ETag, or else the time of the last change; null if the server sends neither. */
  tag: string | null
}

/**
 * Opens the database at an address. From a server that sends no ranges, a small file is fetched whole.
 * Throws `QueryFault`.
 */
export async function openHttpFile(address: string): Promise<RangedFile> {
  const abort = new AbortController()
  const headers = { range: `bytes=0-${HEAD_BYTES - 1}` }
  const reply = await request(address, { headers, signal: abort.signal })
  if (reply.status === 200) return wholeFile(reply, abort)
  const head = new Uint8Array(await reply.arrayBuffer())
  const size = totalOf(reply.headers.get('content-range'))
  if (size === undefined) throw new QueryFault('ranges')
  const identity = { size, tag: tagOf((name) => reply.headers.get(name)) }
  return fileFrom({ size, fetch: fetchPart(address, identity) }, head)
}

async function wholeFile(reply: Response, abort: AbortController): Promise<RangedFile> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = reply.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    size += part.value.length
    if (size <= MAX_WHOLE_BYTES) continue
    abort.abort()
    throw new QueryFault('ranges')
  }
  const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
  return fileFrom({ size, fetch: (start, end) => bytes.slice(start, end) }, bytes)
}

function fetchPart(address: string, known: Identity): RangeSource['fetch'] {
  return (start, end) => {
    const xhr = requestNow(address, { range: `bytes=${start}-${end - 1}` })
    const identity = {
      size: totalOf(xhr.getResponseHeader('content-range')),
      tag: tagOf((name) => xhr.getResponseHeader(name))
    }
    const isSame = identity.size === known.size && identity.tag === known.tag
    // The database pages of another file do not belong together with those that were fetched before.
    if (xhr.status !== 206 || !isSame) throw new QueryFault('changed')
    return new Uint8Array(xhr.response as ArrayBuffer)
  }
}

function tagOf(header: (name: string) => string | null): string | null {
  return header('etag') ?? header('last-modified')
}

/** The size of the file in `Content-Range`. */
function totalOf(range: string | null): number | undefined {
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(range ?? '') ?? []
  return total === undefined ? undefined : Number(total)
}

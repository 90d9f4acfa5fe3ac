import { HEADER_BYTES, pageSizeOf } from '../../../site/ranges/database-header.ts'
import { RangedFile, type RangeSource } from '../../../site/ranges/ranged-file.ts'
import { QueryFault } from './query-fault.ts'

/** Throws `QueryFault` unless the first bytes are those of a database. */
export function fileFrom(source: RangeSource, head: Uint8Array): RangedFile {
  const pageSize = pageSizeOf(head)
  if (pageSize === undefined || source.size < HEADER_BYTES) throw new QueryFault('noDatabase')
  return new RangedFile(source, { head, pageSize })
}

/** Sends a request and waits. Throws `QueryFault` if it fails or is not sent. */
export async function request(address: string, options: RequestInit = {}): Promise<Response> {
  let reply: Response
  try {
    reply = await fetch(address, options)
  } catch (error) {
    throw new QueryFault('offline', { cause: error })
  }
  if (!reply.ok) throw refusal(reply.status)
  return reply
}

/**
 * The same without a promise: SQLite reads synchronously, which only a worker may, since it has nothing
 * else to do meanwhile. The response is an `ArrayBuffer`.
 */
export function requestNow(address: string, headers: Record<string, string> = {}): XMLHttpRequest {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', address, false)
  xhr.responseType = 'arraybuffer'
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
  try {
    xhr.send()
  } catch (error) {
    throw new QueryFault('offline', { cause: error })
  }
  if (xhr.status >= 400) throw refusal(xhr.status)
  return xhr
}

function refusal(status: number): QueryFault {
  if (status === 404 || status === 410) return new QueryFault('gone')
  return new QueryFault(status === 503 ? 'notReady' : 'refused')
}

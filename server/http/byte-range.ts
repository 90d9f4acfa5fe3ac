import type { FastifyReply, FastifyRequest } from 'fastify'

/** A byte range of a file; `end` is inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range of a `Range` header (RFC 9110, 14.2). Undefined if the whole file is to be sent: no
 * header, other units, several ranges. `unsatisfiable` if the range is beyond the end of the file.
 */
function readRange(
  header: string | undefined,
  size: number
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] =
    /^bytes *= *(?:(\d+) *)?- *(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first + last === '') return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : 'unsatisfiable'
}

/**
 * Chooses the bytes of a file to send, and sets the status and headers of the reply: 200, 206, or
 * 416 and undefined for a range beyond the end.
 */
export function choosePart(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag }: { size: number; etag: string }
): ByteRange | undefined {
  const { range: header, 'if-range': condition } = request.headers
  const hasChanged = condition !== undefined && condition !== etag
  const range = request.method === 'HEAD' || hasChanged ? undefined : readRange(header, size)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`)
    return undefined
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const part = range ?? { start: 0, end: size - 1 }
  reply.header('content-length', part.end - part.start + 1)
  return part
}

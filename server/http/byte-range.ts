import type { FastifyReply, FastifyRequest } from 'fastify'

/** A part of a file: both ends are within it. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Which bytes a `Range` header asks for. Undefined for what may be answered with the whole: no
 * header, other units, several ranges; `unsatisfiable` when no byte of the file is in the range.
 */
function readRange(
  header: string | undefined,
  size: number
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes *= *(\d*) *- *(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : 'unsatisfiable'
}

/**
 * Which bytes of a file a request gets, with the reply's status and headers set accordingly;
 * undefined when it asks only for what is beyond the end, which is answered with 416.
 */
export function choosePart(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag }: { size: number; etag: string }
): ByteRange | undefined {
  const { range: asked, 'if-range': condition } = request.headers
  const isWhole = condition !== undefined && condition !== etag
  const range = request.method === 'HEAD' || isWhole ? undefined : readRange(asked, size)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`)
    return undefined
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const part = range ?? { start: 0, end: size - 1 }
  reply.header('content-length', part.end - part.start + 1)
  return part
}

import { type IncomingMessage, get } from 'node:http'
import { once } from 'node:events'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'

/** Headers that Node or nginx write themselves, or that depend on the connection. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** A response as it was sent. */
export interface Recorded {
  status: number
  /** Names and values in turn, as in `rawHeaders`, with a `Content-Length`. */
  headers: string[]
  /** Headers of the response to a request with the ETag. */
  notModifiedHeaders: string[]
  etag: string | undefined
  encoding: string
  body: Buffer
  /** Size of the body without compression. */
  identityBytes: number
}

interface RawResponse {
  response: IncomingMessage
  body: Buffer
}

/** Requests a URL with an `Accept-Encoding`, then again with the received ETag. */
export async function record(url: string, acceptEncoding: string): Promise<Recorded> {
  const headers = { 'accept-encoding': acceptEncoding }
  const { response, body } = await getRaw(url, headers)
  const status = response.statusCode ?? 0
  if (status !== 200) throw new Error(`${url} answers ${status}`)
  const { etag } = response.headers
  const again = etag ? await getRaw(url, { ...headers, 'if-none-match': etag }) : undefined
  const encoding = response.headers['content-encoding'] ?? 'identity'
  return {
    status,
    headers: withLength(keptHeaders(response), body.length),
    notModifiedHeaders: again?.response.statusCode === 304 ? keptHeaders(again.response) : [],
    etag,
    encoding,
    body,
    identityBytes: decoded(body, encoding).length
  }
}

/** The headers as pairs. */
export function headersOf({ headers }: Recorded): [name: string, value: string][] {
  return headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as [string, string]] : []
  )
}

export async function getRaw(
  url: string,
  headers: Record<string, string> = {}
): Promise<RawResponse> {
  const request = get(url, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return { response, body: Buffer.concat(parts) }
}

function keptHeaders({ rawHeaders }: IncomingMessage): string[] {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!ownHeaders.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

function withLength(headers: string[], length: number): string[] {
  const hasLength = headers.some((name, at) => at % 2 === 0 && /^content-length$/i.test(name))
  return hasLength ? headers : [...headers, 'Content-Length', String(length)]
}

function decoded(body: Buffer, encoding: string): Buffer {
  if (encoding === 'gzip') return gunzipSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  return body
}

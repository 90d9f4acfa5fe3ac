import { ResponseError } from './response-error.ts'

/** Far above any response of the API; a larger one is refused before it fills the memory. */
const MAX_BYTES = 32 * 1024 * 1024

/** Reads a response body as JSON. Throws `ResponseError` when it is missing, over the limit or not JSON. */
export async function readBody(body: ReadableStream<Uint8Array> | undefined): Promise<unknown> {
  if (!body) throw new ResponseError('the response has no body')
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new ResponseError(`the response is larger than ${MAX_BYTES} bytes`)
    text += decoder.decode(part, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode())
  } catch (error) {
    const start = text.slice(0, 40).replaceAll(/\s+/g, ' ')
    throw new ResponseError(`the response is not JSON: "${start}"`, { cause: error })
  }
}

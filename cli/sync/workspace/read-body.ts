import { AnswerError } from './read-records.ts'

/** No answer of the API comes near this; one that does is cut off before it fills the memory. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Reads the JSON of an answer. Throws `AnswerError` for a body over the limit and for anything but JSON. */
export async function readBody(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerError(`more than ${MAX_ANSWER_BYTES} bytes came`)
    text += decoder.decode(part, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode())
  } catch (error) {
    const start = text.slice(0, 40).replaceAll(/\s+/g, ' ')
    throw new AnswerError(`what came is no JSON: "${start}"`, { cause: error })
  }
}

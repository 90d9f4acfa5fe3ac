import type { RenderedText } from '../../responses/rendered-text.ts'

/** Any site may read the API. A kept response is sent before the hook that adds these headers. */
export const originHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after'
}

/** An answer of the API. Shared caches revalidate it as they do pages. */
export function jsonAnswer(value: object): RenderedText {
  return { body: JSON.stringify(value), mediaType: 'application/json', headers: originHeaders }
}

/** Longer pictures are not kept unless everything is. */
const MAX_PICTURE_BYTES = 500_000

/** Whether a page or the names of the search may be kept: not what is for one visitor only. */
export function isKeptPage({ status, redirected, headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  const isText = /^(text\/html|application\/json)\b/.test(type)
  return status === 200 && !redirected && isText && !isPrivate(headers)
}

/**
 * Whether a picture may be kept. In place of a smaller copy that is not drawn yet the server sends the
 * original, which is kept only with everything else.
 */
export function isKeptPicture({ status, headers, url }: Response, isWhole: boolean): boolean {
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || !type.startsWith('image/') || isPrivate(headers)) return false
  const isFinal = !/[?&]f=/.test(url) || isImmutable(headers)
  return isWhole || (isFinal && Number(headers.get('content-length')) <= MAX_PICTURE_BYTES)
}

/** Whether an answer means that there is no public page at its address any more. */
export function isWithdrawal(response: Response): boolean {
  const { status, type, redirected, ok } = response
  if (type === 'opaqueredirect' || redirected) return true
  if (ok) return !isKeptPage(response)
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Whether a server in front reports that the site does not answer. */
export function isUnreachable({ status }: Response): boolean {
  return status === 502 || status === 504
}

function isPrivate(headers: Headers): boolean {
  return /\b(no-store|private)\b/.test(headers.get('cache-control') ?? '')
}

function isImmutable(headers: Headers): boolean {
  return /\bimmutable\b/.test(headers.get('cache-control') ?? '')
}

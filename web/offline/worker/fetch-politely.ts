const ATTEMPTS = 5
const MAX_WAIT_SECONDS = 300

/** All requests wait when the server asks for it. */
let pause: Promise<unknown> | undefined

/**
 * Fetches an address with low priority, and never an outdated copy from a cache. `tag` is the entity tag of a
 * known copy; if that is current, the answer has status 304.
 */
export async function fetchPolitely(
  url: string,
  { tag, signal }: { tag?: string | null | undefined; signal: AbortSignal }
): Promise<Response> {
  const headers = {
    'cache-control': 'no-cache, stale-if-error=0',
    ...(tag && { 'if-none-match': tag })
  }
  for (let attempt = 1; ; attempt++) {
    await pause
    const answer = await fetch(url, {
      headers,
      signal,
      cache: 'no-cache',
      redirect: 'manual',
      priority: 'low'
    })
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || attempt === ATTEMPTS) return answer
    const seconds = Number(answer.headers.get('retry-after')) || 2 ** attempt
    pause = after(Math.min(seconds, MAX_WAIT_SECONDS) * 1000, signal)
  }
}

/** Resolves after a while, or when the signal aborts. */
function after(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

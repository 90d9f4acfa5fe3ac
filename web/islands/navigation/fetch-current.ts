/** Age at which a page or a part of one is revalidated; mostly it has not changed, and the reply has no body. */
export const FRESH_MS = 5 * 60_000

/**
 * Fetches what the site has now. `no-cache` revalidates: a browser may otherwise answer a script with what it
 * has kept, such as a page that has been withdrawn since (`stale-while-revalidate`) or an answer of an earlier
 * publication.
 */
export function fetchCurrent(address: string | URL, options: RequestInit = {}): Promise<Response> {
  return fetch(address, { ...options, cache: 'no-cache' })
}

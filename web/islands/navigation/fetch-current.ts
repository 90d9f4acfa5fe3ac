/**
 * Fetches what the site has now. `no-cache` revalidates: a browser may otherwise answer a script with what it
 * has kept, such as a page that has been withdrawn since (`stale-while-revalidate`) or an answer of an earlier
 * publication.
 */
export function fetchCurrent(address: string | URL, options: RequestInit = {}): Promise<Response> {
  return fetch(address, { ...options, cache: 'no-cache' })
}

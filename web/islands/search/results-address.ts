import { basePath } from '../base-path.ts'

/** Path of the results page. */
export const RESULTS = `${basePath}/search`

/** The address of the results page for a query. */
export function resultsAddress(query: string): string {
  return `${RESULTS}?${new URLSearchParams({ q: query })}`
}

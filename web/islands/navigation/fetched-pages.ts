import { basePath } from '../base-path.ts'
import type { PageData } from 'swup'

import { FRESH_MS } from './fetch-current.ts'

/**
 * The HTML of a response. Throws unless it is that of a page that can replace the current one; the browser
 * then loads it. A page of another deployment needs other scripts and styles.
 */
export async function readPage(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  if (!type.startsWith('text/html')) throw new Error(`the answer is ${type || 'of no type'}`)
  const html = await response.text()
  const isSame = ownAssets().every((address) => html.includes(`"${address}"`))
  if (!isSame) throw new Error('the page is of another deployment')
  return html
}

function ownAssets(): string[] {
  const assets = document.querySelectorAll('head > script[src], link[rel=stylesheet]')
  const addresses = [...assets].map(
    (asset) => asset.getAttribute('src') ?? asset.getAttribute('href') ?? ''
  )
  return addresses.filter((address) => address.startsWith(`${basePath}/_assets/`))
}

/** Records when pages were fetched, to find stale ones. */
export class PageAges {
  readonly #fetched = new Map<string, number>()

  add({ url }: PageData): void {
    this.#fetched.set(url, Date.now())
  }

  isOld(url: string): boolean {
    return Date.now() - (this.#fetched.get(url) ?? 0) > FRESH_MS
  }
}

import type { PageData } from 'swup'

/** A page that was fetched longer ago is asked for again; mostly it has not changed, which costs no body. */
const FRESH_MS = 5 * 60_000

/**
 * Looks whether an answer is a page that may take the place of this one; throws when it is not:
 * the browser shall show what it is. A page of another deployment needs other scripts and styles.
 */
export async function requirePage(response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  if (!type.startsWith('text/html')) throw new Error(`the answer is ${type || 'of no type'}`)
  const [head = ''] = (await response.clone().text()).split('</head>', 1)
  const isSame = ownAssets().every((address) => head.includes(`"${address}"`))
  if (!isSame) throw new Error('the page is of another deployment')
}

function ownAssets(): string[] {
  const assets = document.querySelectorAll('head > script[src], head > link[rel=stylesheet]')
  const addresses = [...assets].map(
    (asset) => asset.getAttribute('src') ?? asset.getAttribute('href') ?? ''
  )
  return addresses.filter((address) => address.startsWith('/_assets/'))
}

/** Remembers when pages were fetched, to tell those that are too old to show. */
export class PageAges {
  readonly #fetched = new Map<string, number>()

  note({ url }: PageData): void {
    this.#fetched.set(url, Date.now())
  }

  isOld(url: string): boolean {
    return Date.now() - (this.#fetched.get(url) ?? 0) > FRESH_MS
  }
}

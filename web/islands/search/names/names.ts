import type { NameHit, NameIndex } from '../../../../site/search/names/name-index.ts'
import type { NameList } from '../../../../site/search/names/name-list.ts'
import { basePath } from '../../base-path.ts'
import { withAddresses } from '../../navigation/page-address.ts'

/**
 * The names of the site's pages in the browser. This module is loaded with every page; minisearch, the
 * code of the index and the names are requested by the first `load`.
 */
export class Names {
  /** Called when an index is ready, and before, when it finds whole names. */
  onReady = () => {}
  #index: NameIndex | undefined
  /** The address of the list in the index. */
  #address: string | undefined
  #loading: Promise<void> | undefined

  /** Loads the names, or those of a newer publication. Without them, the server still answers. */
  async load(): Promise<void> {
    this.#loading ??= this.#update()
      // Offline, or between two publications; the next `load` tries again.
      .catch(() => undefined)
      .finally(() => (this.#loading = undefined))
    return this.#loading
  }

  /** The index and the address of its list, as long as both are known. */
  get loaded(): { index: NameIndex; address: string } | undefined {
    const [index, address] = [this.#index, this.#address]
    return index && address !== undefined ? { index, address } : undefined
  }

  /** The pages whose names match; an empty list as long as no index is ready. */
  find(query: string, limit: number): NameHit[] {
    return (this.#index?.find(query, limit) ?? []).map(withAddresses)
  }

  async #update(): Promise<void> {
    const building = import('./build-index.ts')
    // Awaited below, unless the site has no names.
    building.catch(() => undefined)
    const loaded = await (this.#address === undefined
      ? fetchNames()
      : this.#fetchNewer(this.#address, 'default'))
    if (!loaded) return
    const { buildIndex } = await building
    this.#index = await buildIndex(loaded.list, (index) => {
      // An index of an earlier publication finds more.
      if (this.#index) return
      this.#index = index
      this.onReady()
    })
    this.#address = loaded.address
    this.onReady()
  }

  /** Undefined if there is no list, or none but the known one. */
  async #fetchNewer(known: string, cache: RequestCache): Promise<Loaded | undefined> {
    const reply = await fetch(`${basePath}/generation.json`, { cache })
    const { searchNames } = (await reply.json()) as { searchNames?: string }
    if (!reply.ok || searchNames === undefined) return undefined
    const address = new URL(searchNames, reply.url).href
    if (address === known) return undefined
    const names = await fetch(address)
    if (names.ok) return { address, list: (await names.json()) as NameList }
    // The address in the browser's cache may be of an earlier publication.
    return cache === 'default' ? this.#fetchNewer(known, 'reload') : undefined
  }
}

interface Loaded {
  /** With the hash of the list. */
  address: string
  list: NameList
}

/** The names by one request; undefined if the site has none. */
async function fetchNames(): Promise<Loaded | undefined> {
  const reply = await fetch(`${basePath}/search-names.json`)
  const { searchNames, names } = (await reply.json()) as { searchNames?: string; names?: NameList }
  if (!reply.ok || searchNames === undefined || names === undefined) return undefined
  return { address: new URL(searchNames, reply.url).href, list: names }
}

import type { OfflineList } from '../protocol.ts'
import { pageOf, pictureKey } from './copies.ts'
import type { Versions } from './state.ts'
import { caching } from './worker-scope.ts'

/** A copy that the list has another version of, or something that is to be kept. */
export interface Outdated {
  url: string
  version: string
  /** The cache that the copy belongs to. */
  cacheName: string
}

/** The copies of this browser, compared with the list of a publication. */
export class Comparison {
  /** By URL. */
  readonly #versions: Map<string, string>
  readonly #pictures: Set<string>
  /** Whether something has left the site since the list before. */
  readonly isWithdrawal: boolean

  constructor(list: OfflineList, before: OfflineList | null | undefined) {
    this.#versions = new Map(list.entries.map(([address, version]) => [urlOf(address), version]))
    this.#pictures = new Set([...this.#versions.keys()].map(pictureKey))
    const earlier = before?.entries ?? []
    this.isWithdrawal = earlier.some(([address]) => !this.#versions.has(urlOf(address)))
  }

  /** Removes the copies of everything that is not on the list. */
  async removeUnlisted(): Promise<void> {
    for (const name of [caching.read, caching.kept, caching.pictures]) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        if (!this.#isListed(url)) await cache.delete(url, { ignoreVary: true })
      }
    }
  }

  /** What is to be fetched, in the order of the site; `isWhole` if everything is to be kept. */
  async outdated(versions: Versions, isWhole: boolean): Promise<Outdated[]> {
    const [read, kept] = await Promise.all([caching.read, caching.kept].map(urlsIn))
    const found = new Map<string, Outdated>()
    for (const [url, version] of isWhole ? this.#versions : []) {
      const isCurrent = versions[url] === version && kept?.has(url)
      if (!isCurrent) found.set(url, { url, version, cacheName: caching.kept })
    }
    for (const url of read ?? []) {
      const version = this.#versionOf(url) ?? ''
      if (versions[url] === version || found.has(url)) continue
      found.set(url, { url, version, cacheName: caching.read })
    }
    return [...found.values()]
  }

  /** The version of an address; for a view of a page, that of the page. */
  #versionOf(url: string): string | undefined {
    return this.#versions.get(url) ?? this.#versions.get(pageOf(url))
  }

  #isListed(url: string): boolean {
    return this.#versionOf(url) !== undefined || this.#pictures.has(pictureKey(url))
  }
}

async function urlsIn(name: string): Promise<Set<string>> {
  const cache = await caches.open(name)
  return new Set((await cache.keys()).map(({ url }) => url))
}

function urlOf(address: string): string {
  return new URL(address, location.origin).href
}

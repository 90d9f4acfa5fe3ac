import { caching } from './worker-scope.ts'

/** A copy of a page: one that was read is at least as new as one that is kept with everything else. */
export async function findPage(url: string): Promise<Response | undefined> {
  for (const cacheName of [caching.read, caching.kept]) {
    const copy = await caches.match(url, { cacheName, ignoreVary: true })
    if (copy) return copy
  }
  return undefined
}

/** A copy of a picture in any size. */
export async function findPicture(url: string): Promise<Response | undefined> {
  const options = { ignoreSearch: true, ignoreVary: true }
  for (const cacheName of [caching.kept, caching.pictures]) {
    for (const each of [pictureAddress(url), url]) {
      const copy = await caches.match(each, { ...options, cacheName })
      if (copy) return copy
    }
  }
  return undefined
}

/** Removes all copies of a page, with those of its views. */
export async function forget(url: string): Promise<void> {
  for (const name of [caching.read, caching.kept]) {
    const cache = await caches.open(name)
    await cache.delete(url, { ignoreSearch: true, ignoreVary: true })
  }
}

/** Addresses of one picture differ in whether parentheses are encoded. */
export function pictureAddress(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29')
}

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
  const key = pictureKey(url)
  for (const name of [caching.kept, caching.pictures]) {
    const cache = await caches.open(name)
    const copy = (await cache.keys()).find((each) => pictureKey(each.url) === key)
    if (copy) return cache.match(copy, { ignoreVary: true })
  }
  return undefined
}

/** Removes all copies of a page, with those of its views. */
export async function forget(url: string): Promise<void> {
  const page = pageOf(url)
  for (const name of [caching.read, caching.kept]) {
    const cache = await caches.open(name)
    for (const copy of await cache.keys())
      if (pageOf(copy.url) === page) await cache.delete(copy, { ignoreVary: true })
  }
}

/** The address of the page, for that of one of its views, parts or headings. */
export function pageOf(url: string): string {
  return url.replace(/[?#].*/, '').replace(/\/_(view|from)\/.*/, '/')
}

/**
 * Identifies a picture in any size: its path and the version of its content on a server, and the start of
 * its hash in a folder of files.
 */
export function pictureKey(url: string): string {
  // Addresses of one picture differ in whether parentheses are encoded.
  const { pathname, searchParams } = new URL(url.replaceAll('(', '%28').replaceAll(')', '%29'))
  const version = searchParams.get('v')
  return `${pathname.replace(/(\/_files\/(svg\/)?[0-9a-f]+)[-.].*/, '$1')} ${version}`
}

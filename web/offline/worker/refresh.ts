import type { Outdated } from './comparison.ts'
import { findPage, forget } from './copies.ts'
import { fetchPolitely } from './fetch-politely.ts'
import { isKeptPage, isKeptPicture, isWithdrawal } from './rules.ts'
import { type Versions, writeText } from './state.ts'
import { caching } from './worker-scope.ts'

/** Requests at once. */
const CONCURRENCY = 4
/** Copies between two notes of the progress. */
const STEP = 20

interface RefreshOptions {
  /** The versions of the copies. Those of the fetched ones are added. */
  versions: Versions
  signal: AbortSignal
  /** Receives how many copies are current since the last call. */
  onProgress: (count: number) => Promise<void>
}

/**
 * Fetches copies that are outdated. False if the server did not send all of them. Throws without a
 * network, and if the browser has no room.
 */
export async function refresh(
  outdated: Outdated[],
  { versions, signal, onProgress }: RefreshOptions
): Promise<boolean> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const queue = outdated.values()
  let [done, noted] = [0, 0]
  const note = async () => {
    const count = done - noted
    noted = done
    await writeText('versions', versions)
    await onProgress(count)
  }
  const work = async () => {
    for (const each of queue) {
      if (either.aborted) return
      if (!(await refreshOne(each, either))) continue
      versions[each.url] = each.version
      if (++done - noted >= STEP) await note()
    }
  }
  try {
    await Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        work().catch((error: unknown) => {
          failure.abort()
          throw error
        })
      )
    )
  } finally {
    if (!signal.aborted) await note()
  }
  return done === outdated.length
}

/** False if the server cannot send it now. */
async function refreshOne({ url, cacheName }: Outdated, signal: AbortSignal): Promise<boolean> {
  const copy = await findPage(url)
  const answer = await fetchPolitely(url, { tag: copy?.headers.get('etag'), signal })
  const isSame = answer.status === 304 && copy !== undefined
  if (isSame || isKeptPage(answer) || isKeptPicture(answer, true)) {
    await put(url, isSame ? copy : answer, cacheName)
    return true
  }
  if (!isWithdrawal(answer)) return false
  await forget(url)
  return true
}

async function put(url: string, answer: Response, cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(url, answer.clone())
  if (cacheName !== caching.kept) return
  // The copy of a page that was read is found first, and stays when what is kept is removed.
  const read = await caches.open(caching.read)
  if (await read.delete(url, { ignoreVary: true })) await read.put(url, answer)
}

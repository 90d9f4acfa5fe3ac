import type { OfflineList, OfflineStatus } from '../protocol.ts'
import { basePath, caching } from './worker-scope.ts'

/** What is known of the copies. */
export interface State extends Omit<OfflineStatus, 'isBusy'> {
  /** Time of the last look for a new publication, UTC milliseconds. */
  lookedAt: number
  /** Address of the list that the copies were compared with. */
  list?: string
}

const unknown: State = { isWhole: false, isDone: true, done: 0, total: 0, lookedAt: 0 }

/** The versions of copies in the list that they were compared with, by URL. */
export type Versions = Record<string, string>

/** Browsers remove all of this together with the copies, if they do. */
interface Texts {
  state: State
  versions: Versions
  list: OfflineList | null
}

export async function readState(): Promise<State> {
  return (await readText('state')) ?? unknown
}

export async function readText<Key extends keyof Texts>(key: Key): Promise<Texts[Key] | undefined> {
  const found = await caches.match(addressOf(key), { cacheName: caching.state })
  return (await found?.json()) as Texts[Key] | undefined
}

export async function writeText<Key extends keyof Texts>(
  key: Key,
  text: Texts[Key]
): Promise<void> {
  const cache = await caches.open(caching.state)
  await cache.put(addressOf(key), Response.json(text))
}

/** Never requested: a key of the cache. */
function addressOf(key: keyof Texts): string {
  return `${basePath}/_offline/${key}`
}

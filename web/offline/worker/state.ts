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

/** One object for all of the worker, so that a running update does not bring back what was forgotten. */
let known: Versions | undefined

/** What could not be stored, because the browser has no room. */
let unstored: State | undefined

export async function readState(): Promise<State> {
  return unstored ?? (await readText('state')) ?? unknown
}

/** Without room for it, the new state is known until the worker ends. */
export async function changeState(part: Partial<State>): Promise<void> {
  unstored = { ...(await readState()), ...part }
  await writeText('state', unstored)
  unstored = undefined
}

export async function readText<Key extends keyof Texts>(key: Key): Promise<Texts[Key] | undefined> {
  const found = await caches.match(addressOf(key), { cacheName: caching.state })
  return (await found?.json()) as Texts[Key] | undefined
}

/** The versions of the copies; what is changed in them is to be written. */
export async function knownVersions(): Promise<Versions> {
  const stored = known ?? (await readText('versions')) ?? {}
  // Another call may have been faster.
  return (known ??= stored)
}

/** Forgets the version of one copy, or of all, for the next comparison to fetch them again. */
export async function forgetVersions(url?: string): Promise<void> {
  const versions = await knownVersions()
  const forgotten = Object.keys(versions).filter((each) => each === (url ?? each))
  for (const each of forgotten) delete versions[each]
  if (forgotten.length > 0) await writeText('versions', versions)
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

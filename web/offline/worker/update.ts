import type { OfflineList, OfflineStatus } from '../protocol.ts'
import { Comparison } from './comparison.ts'
import { fetchPolitely } from './fetch-politely.ts'
import { keepOfflinePage } from './kept-page.ts'
import { refresh } from './refresh.ts'
import {
  type State,
  changeState,
  forgetVersions,
  knownVersions,
  readState,
  readText,
  writeText
} from './state.ts'
import { basePath, caching, openPages } from './worker-scope.ts'

/** How often the worker looks for a new publication if no page asks for it. */
const PAUSE_MS = 5 * 60_000
const PAUSE_AFTER_GAP_MS = 60_000

/** One at a time, for all pages of the site that are open. */
let running: Promise<void> | undefined
let stop = new AbortController()

/** Looks for a new publication, unless it was done a short time ago. */
export async function lookSometimes(): Promise<void> {
  const { lookedAt, gap, isWhole, isDone } = await readState()
  // The browser may have ended the worker in the middle.
  const usualPause = isWhole && !isDone ? 0 : PAUSE_MS
  const pause = gap ? PAUSE_AFTER_GAP_MS : usualPause
  // The clock may have been set back.
  if (Math.abs(Date.now() - lookedAt) >= pause) await look()
}

/** Brings the copies in line with the publication that the site serves. */
export async function look(): Promise<void> {
  running ??= update()
  await tell()
  await running
}

/** Keeps everything from now on. */
export async function keep(): Promise<void> {
  await running
  await change({ isWhole: true, isDone: false, gap: undefined })
  // Another page may have started an update before the state changed: it does not keep everything.
  await running
  await look()
}

/** Removes what `keep` has kept. */
export async function remove(): Promise<void> {
  stop.abort()
  await running
  await caches.delete(caching.kept)
  await change({ isWhole: false, done: 0, total: 0, gap: undefined })
  await tell()
}

async function update(): Promise<void> {
  stop = new AbortController()
  try {
    await change({ lookedAt: Date.now() })
    await followList(stop.signal)
  } catch (error) {
    if (stop.signal.aborted) return
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    // Otherwise the site does not answer; the next look goes on.
    await change({ gap: isFull ? 'full' : 'unreachable' })
  } finally {
    running = undefined
    await tell()
  }
}

/** Throws if the site does not answer, or if the browser has no room. */
async function followList(signal: AbortSignal): Promise<void> {
  const { list: known, isDone, isWhole, gap } = await readState()
  const address = await currentAddress(signal)
  const isKnown = address === known
  if (address === undefined || (isKnown && (isDone || gap === 'full'))) return
  const list = (await jsonAt(address, signal)) as OfflineList
  const comparison = new Comparison(list, await readText('list'))
  if (!isKnown) {
    await comparison.removeUnlisted()
    await keepOfflinePage()
    // Any copy may name what was withdrawn.
    if (comparison.isWithdrawal) await forgetVersions()
    await writeText('list', list)
    await change({ list: address, isDone: false })
  }
  const versions = await knownVersions()
  const outdated = await comparison.outdated(versions, isWhole)
  const total = isWhole ? list.entries.length : 0
  let done = Math.max(0, total - outdated.length)
  await change({ done, total, gap: undefined })
  const onProgress = async (count: number) => {
    done += count
    if (isWhole) await change({ done })
    await tell()
  }
  const isComplete = await refresh(outdated, { versions, signal, onProgress })
  await change(isComplete ? { isDone: true } : { gap: 'unreachable' })
}

/** The address of the list; undefined if the site has none. Throws if it does not answer. */
async function currentAddress(signal: AbortSignal): Promise<string | undefined> {
  const { offline } = (await jsonAt(`${basePath}/generation.json`, signal)) as { offline?: string }
  return offline && `${basePath}/${offline}`
}

async function jsonAt(address: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetchPolitely(address, { signal })
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
  return answer.json()
}

/** Changes follow each other, so that none is lost. */
async function change(part: Partial<State>): Promise<void> {
  await navigator.locks
    .request(`${basePath}/_offline`, () => changeState(part))
    // The state is known in memory all the same (`changeState`).
    .catch(() => undefined)
}

/** Tells all pages of the site; `gone` is the address of a page that has left it. */
export async function tell(gone?: string): Promise<void> {
  const state = await readState()
  const status: OfflineStatus = { ...state, isBusy: running !== undefined, gone }
  for (const page of await openPages()) page.postMessage(status, [])
}

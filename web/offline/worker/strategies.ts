import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'

import { findPage, findPicture, forget } from './copies.ts'
import { offlinePage } from './kept-page.ts'
import { isKeptPage, isKeptPicture, isUnreachable, isWithdrawal } from './rules.ts'
import { forgetVersions } from './state.ts'
import { tell } from './update.ts'
import { type FetchingEvent, type WaitingEvent, caching, settings, worker } from './worker-scope.ts'

/** After this time without an answer, a copy is shown. */
const PATIENCE_SECONDS = 3
const MAX_PAGES = 100
const MAX_PICTURES = 100
/** Enough for the assets of several builds, whose pages may still be kept. */
const MAX_ASSETS = 150

const matchOptions = { ignoreVary: true }

/** Scripts, styles and fonts; their addresses change with their content. */
export const assets = new CacheFirst({
  cacheName: caching.assets,
  matchOptions,
  plugins: [new ExpirationPlugin({ maxEntries: MAX_ASSETS })]
})

/**
 * From the network, so that what is not public any more is not shown. Without an answer, a copy or the
 * page for reading offline.
 */
export const pages = new NetworkFirst({
  cacheName: caching.read,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  matchOptions,
  // Browsers may answer requests of scripts with an earlier answer (`stale-while-revalidate`).
  fetchOptions: { cache: 'no-cache' },
  plugins: [
    new ExpirationPlugin({ maxEntries: MAX_PAGES, purgeOnQuotaError: true, matchOptions }),
    {
      // Without this, a browser ends the request when a copy is shown.
      handlerWillStart: async ({ event }) => {
        const { preloadResponse } = event as FetchingEvent
        event.waitUntil(Promise.allSettled([preloadResponse]))
      },
      // The page is the same at each of its headings.
      cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/#.*/, ''),
      // Called for each answer of the network, also for one that comes too late.
      cacheWillUpdate: async ({ request, response, event, state }) => {
        if (isKeptPage(response)) return response
        if (isWithdrawal(response)) {
          await forget(request.url)
          // Its copy is shown already.
          if (state?.['isCopyUsed']) await showAgain(event as FetchingEvent, request.url)
        }
        return null
      },
      // The new copy may be newer than the list that the earlier one was compared with.
      cacheDidUpdate: async ({ request }) => forgetVersions(request.url),
      cachedResponseWillBeUsed: async ({ cachedResponse, request, state }) => {
        const copy = cachedResponse ?? (await findPage(request.url))
        if (copy && state) state['isCopyUsed'] = true
        return copy
      },
      handlerWillRespond: async ({ request, response }) =>
        isUnreachable(response) ? ((await findPage(request.url)) ?? response) : response,
      handlerDidError: async ({ request }) =>
        request.mode === 'navigate' ? offlinePage() : undefined
    }
  ]
})

/** Their addresses change with their content. Without a network, a copy of any size. */
export const pictures = new CacheFirst({
  cacheName: caching.pictures,
  matchOptions,
  plugins: [
    new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true, matchOptions }),
    {
      cacheWillUpdate: async ({ response }) => (isKeptPicture(response, false) ? response : null),
      cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
        cachedResponse ?? caches.match(request, { ...matchOptions, cacheName: caching.kept }),
      handlerDidError: async ({ request }) => findPicture(request.url)
    }
  ]
})

/** Fetches the files that most pages need. */
export async function keepShell(event: WaitingEvent): Promise<void> {
  await Promise.all(
    settings.shell.map(async (address) => {
      await Promise.all(assets.handleAll({ event: event as FetchingEvent, request: address }))
    })
  )
}

/** Keeps a page that was opened before the worker ran, if it still answers. */
export async function keepPage(event: WaitingEvent, url: string): Promise<void> {
  const answer = pages.handleAll({ event: event as FetchingEvent, request: url })
  await Promise.allSettled(answer)
}

async function showAgain({ resultingClientId }: FetchingEvent, url: string): Promise<void> {
  // No page is being opened: a script has asked for a part of it or before a click, or the worker has asked
  // itself. The page knows what it shows.
  if (!resultingClientId) return tell(url)
  const page = await worker.clients.get(resultingClientId)
  await page?.navigate(url)
}

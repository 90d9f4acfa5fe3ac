import { cacheNames } from '../cache-names.ts'
import type { Wish } from '../protocol.ts'
import { answerOf, isPageAddress } from './answers.ts'
import { keepOfflinePage } from './kept-page.ts'
import { keepPage, keepShell } from './strategies.ts'
import { keep, look, lookSometimes, remove } from './update.ts'
import {
  type InstallEvent,
  basePath,
  caching,
  openPages,
  settings,
  worker
} from './worker-scope.ts'

const wishes: Record<Wish, () => Promise<void>> = { look, keep, remove }

worker.addEventListener('install', (event) => {
  if (settings.isOn)
    event.waitUntil(Promise.all([keepShell(event), keepOfflinePage(), serveShell(event)]))
  void worker.skipWaiting()
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(settings.isOn ? start(event) : end())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (!settings.isOn) return
  const answer = answerOf(event)
  if (!answer) return
  event.respondWith(answer)
  if (request.mode === 'navigate') event.waitUntil(lookSometimes())
})

worker.addEventListener('message', (event) => {
  if (settings.isOn) event.waitUntil(fulfil(event.data as Wish))
})

/** A page that was loaded past the worker, as by Shift and reload, gets the answer too. */
async function fulfil(wish: Wish): Promise<void> {
  await worker.clients.claim()
  await wishes[wish]()
}

/** Lets the browser take the files of the shell from the cache itself, without starting the worker. */
async function serveShell(event: InstallEvent): Promise<void> {
  const source = { cacheName: caching.assets }
  const routes = settings.shell.map((address) => ({
    // Characters that a pattern would read otherwise.
    condition: { urlPattern: { pathname: address.replaceAll(/[\\:*?+(){}]/g, String.raw`\$&`) } },
    source
  }))
  // Without them, the worker answers.
  await event.addRoutes?.(routes).catch(() => undefined)
}

/** Keeps the pages that were opened before the worker ran. */
async function start(event: Parameters<typeof keepPage>[0]): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
  const pages = (await openPages()).filter(({ url }) => isPageAddress(url))
  await Promise.all(pages.map(({ url }) => keepPage(event, url)))
}

/** The site keeps nothing any more. */
async function end(): Promise<void> {
  await Promise.all(cacheNames(basePath).map((name) => caches.delete(name)))
  // The times of copies, which workbox-expiration keeps.
  indexedDB.deleteDatabase('workbox-expiration')
  await worker.registration.unregister()
}

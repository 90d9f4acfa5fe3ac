import { caching, settings } from './worker-scope.ts'

/** Fetches the page for reading offline anew. */
export async function keepOfflinePage(): Promise<void> {
  const state = await caches.open(caching.state)
  await state.add(new Request(settings.page, { cache: 'no-cache' }))
}

/** The page for reading offline, in place of one that cannot be fetched. */
export async function offlinePage(): Promise<Response> {
  const page = await caches.match(settings.page, { cacheName: caching.state, ignoreVary: true })
  if (!page) return Response.error()
  return new Response(page.body, { status: 503, headers: page.headers })
}

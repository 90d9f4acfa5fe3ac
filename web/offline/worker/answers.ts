import { otherPaths } from '../../../site/addresses/reserved-paths.ts'
import { offlinePage } from './kept-page.ts'
import { assets, pages, pictures } from './strategies.ts'
import { type FetchingEvent, basePath } from './worker-scope.ts'

/**
 * Parts of pages, which are kept as pages are. In a folder of files, the views of the home page and its later
 * parts have paths of their own.
 */
const parts = /^\/_(cards|tree|view|from)[./]/

/** The answer to a request; undefined for one that the browser sends itself. */
export function answerOf(event: FetchingEvent): Promise<Response> | undefined {
  const { request } = event
  const path = ownPath(request.url)
  if (!path || request.method !== 'GET' || request.headers.has('range')) return undefined
  const isOpened = request.mode === 'navigate'
  if (!isOpened && path.startsWith('/_assets/')) return assets.handle({ event, request })
  if (!isOpened && isPicture(path)) return pictures.handle({ event, request })
  if (isPage(path) || path === '/search-names.json') return pages.handle({ event, request })
  return isOpened ? fromNetwork(event) : undefined
}

/** Whether an address is that of a page of this site, which may be kept. */
export function isPageAddress(address: string): boolean {
  const path = ownPath(address)
  return path ? isPage(path) : false
}

/** The path below that of the site; undefined for an address of another site. */
function ownPath(address: string): string | undefined {
  const { origin, pathname } = new URL(address)
  const isOwn = origin === location.origin && pathname.startsWith(`${basePath}/`)
  return isOwn ? pathname.slice(basePath.length) : undefined
}

function isPage(path: string): boolean {
  return parts.test(path) || !(otherPaths.test(path) || path.split('/')[1] === 'search')
}

/** Pictures have another path in a folder of files. */
function isPicture(path: string): boolean {
  return path.startsWith('/image/') || path.startsWith('/_files/')
}

async function fromNetwork({ request, preloadResponse }: FetchingEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    // Without a network.
    return offlinePage()
  }
}

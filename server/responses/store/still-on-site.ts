import { readPagePaths } from '../../../db/lists/find-page.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import type { ResponseRequest } from '../response-request.ts'

/**
 * Returns those of the requests to repeat after a withdrawal that name nothing withdrawn: pages at their
 * present path, and the lists of the site. Tags and options of views may name a withdrawn value; they
 * are made again when they are asked for. `mirror` excludes pages already (see `excludePages`).
 */
export function stillOnSite(mirror: Mirror, requests: ResponseRequest[]): ResponseRequest[] {
  const ids = requests.flatMap((request) => ('pageId' in request ? [request.pageId] : []))
  const paths = readPagePaths(mirror, ids)
  return requests.filter((request) => {
    if (request.kind === 'tag') return false
    if (request.kind === 'page-info') return paths[request.pageId] !== undefined
    if (!('pageId' in request)) return true
    const isPlain = request.kind !== 'page' || request.search === ''
    return isPlain && paths[request.pageId] === request.path
  })
}

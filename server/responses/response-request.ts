import { linkCardPath } from '../../site/addresses/link-card-path.ts'
import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { treePath } from '../../site/addresses/tree-path.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'

/** A response that is made from the mirror, without anything of the request that asks for it. */
export type ResponseRequest =
  /** `search` is the canonical query string with its question mark; empty for the page itself. */
  | { kind: 'page'; pageId: string; path: string; search: string }
  /** A withheld page with its content; never kept. */
  | { kind: 'spoiler'; pageId: string; path: string; search: string }
  | { kind: 'markdown'; pageId: string; path: string }
  /** What a link to the page shows. */
  | { kind: 'link-card'; pageId: string; path: string }
  /** What is below the page in the site's tree. */
  | { kind: 'tree'; pageId: string; path: string }
  | { kind: 'page-info'; pageId: string }
  | { kind: 'all-pages' | 'recent-changes'; from: number }
  /** `segments` are the decoded parts of the path below `/tags/`. */
  | { kind: 'tag'; segments: string[]; from: number }
  /** `part` 0 is the sitemap or its index. */
  | { kind: 'sitemap'; part: number }
  /** `hash` is that of the content; for any other one there is nothing. */
  | { kind: 'search-names'; hash: string }
  | { kind: 'tags' | 'app' | 'feed' | 'llms' | 'generation' | 'current-names' }

/** The URL, without its host, that a response is kept under. */
export function addressOf(request: ResponseRequest): string {
  switch (request.kind) {
    case 'page':
    case 'spoiler':
      return encodePath(request.path) + request.search
    case 'markdown':
      return encodePath(markdownPath({ id: request.pageId, path: request.path }))
    case 'link-card':
      return encodePath(linkCardPath(request.path))
    case 'tree':
      return encodePath(treePath(request.path))
    case 'page-info':
      return `/api/notion-page-info?id=${undashId(request.pageId)}`
    case 'all-pages':
    case 'recent-changes':
      return `/${request.kind}${fromQuery(request.from)}`
    case 'tag':
      return `/tags/${request.segments.map(encodeURIComponent).join('/')}${fromQuery(request.from)}`
    case 'sitemap':
      return request.part === 0 ? '/sitemap.xml' : `/sitemap-${request.part}.xml`
    case 'search-names':
      return `/search-names.${request.hash}.json`
    default:
      return fixedAddresses[request.kind]
  }
}

const fixedAddresses = {
  tags: '/tags',
  app: '/_app',
  feed: '/feed.xml',
  llms: '/llms.txt',
  generation: '/generation.json',
  'current-names': '/search-names.json'
}

function fromQuery(from: number): string {
  return from > 0 ? `?from=${from}` : ''
}

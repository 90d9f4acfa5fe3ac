import type { PublishedSite } from '../../server/publication/published-site.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { documentHref } from '../addresses/static-path.ts'

/** Netlify advises against more rules, and may refuse the folder. */
export const MAX_RULES = 10_000

/** Addresses of the site that are no files: encoded, with the base path, newest first. */
export interface PathRules {
  /** Former paths of pages, and the present addresses. */
  redirects: { from: string; to: string }[]
  /** Paths of deleted pages. */
  gone: string[]
}

interface FormerPath {
  former: string
  path: string
}

/**
 * Reads what `findPage` and `findGonePage` answer for former paths, without other spellings of them. The
 * tables of a served mirror lack excluded pages.
 */
export function readPathRules(site: PublishedSite): PathRules {
  const { basePath } = site
  const { $client } = site.served().mirror
  const formerPaths = $client
    .prepare<[], FormerPath>(
      `select page_path.path as former, page.path from page_path
         join page on page.id = page_path.page_id
        where page_path.path not in (select path from page)
        order by page_path.last_seen_at desc, page_path.path, page.id`
    )
    .all()
  const redirects = new Map<string, string>()
  for (const { former, path } of formerPaths) {
    if (!redirects.has(former)) redirects.set(former, path)
  }
  const gone = $client
    .prepare<[], string>(
      `select path from (
         select path, gone_at as at from gone_page
         union all
         select page_path.path, gone_at from page_path join gone_page on id = page_id)
        where path not in (select path from page)
        group by path order by max(at) desc, path`
    )
    .pluck()
    .all()
  return {
    redirects: [...redirects].map(([from, to]) => ({
      from: basePath + encodePath(from),
      to: basePath + documentHref(encodePath(to))
    })),
    gone: gone.filter((path) => !redirects.has(path)).map((path) => basePath + encodePath(path))
  }
}

/**
 * The lines of `_redirects`, which several hosts read. Some of them compare paths exactly, so each rule is
 * there with and without a slash at its end.
 */
export function redirectLines({ redirects, gone }: PathRules, basePath: string): string[] {
  const lines = [
    ...redirects.flatMap(({ from, to }) => spellings(from).map((each) => `${each} ${to} 301`)),
    ...gone.flatMap((path) => spellings(path).map((each) => `${each} ${basePath}/410.html 410`))
  ]
  return lines.slice(0, MAX_RULES)
}

function spellings(path: string): string[] {
  return path.endsWith('/') ? [path] : [path, `${path}/`]
}

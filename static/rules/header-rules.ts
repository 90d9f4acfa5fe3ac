import { immutableCaching } from '../../server/http/caching.ts'
import { CHUNK_FOLDER } from '../../site/browse/mirror-chunks.ts'

/** Headers of the files whose paths begin like this; `*` is the rest of the path. */
export interface HeaderRule {
  /** With the base path. */
  path: string
  headers: [name: string, value: string][]
  /** Names of headers of `/*` that these files must not have. */
  without?: string[]
}

const immutable: [string, string] = ['cache-control', immutableCaching]
/** Only the browser that reads a chunk keeps it: a cache in front would keep what is withdrawn. */
const kept: [string, string] = ['cache-control', 'private, max-age=31536000, immutable']
const revalidated: [string, string] = ['cache-control', 'public, max-age=0, must-revalidate']
const forAnHour: [string, string] = ['cache-control', 'public, max-age=3600']
const unlisted: [string, string] = ['x-robots-tag', 'noindex']
const unlistedFolders = ['_cards', '_tree', '_rows', '_app', '_offline', 'search', '_data']
const shared: [string, string] = ['cross-origin-resource-policy', 'cross-origin']
const policy = 'content-security-policy'

/** Headers that are not those of every response of the site. */
const ofOneResponse =
  /^(date|connection|keep-alive|content-.*|etag|last-modified|cache-control|vary|surrogate-key|accept-ranges|link|age)$/

interface RuleSource {
  basePath: string
  /** The headers of a page on a server. */
  headers: Record<string, unknown>
  /** The policies of the responses that have one of their own. */
  policies: { svg: string; pdf: string; queryWorker: string }
  /** The name of the script of the worker that runs SQL, below `_assets/`. */
  queryWorker: string
}

/** What a server would add to the files. */
export function headerRules({
  basePath,
  headers,
  policies,
  queryWorker
}: RuleSource): HeaderRule[] {
  const common = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name !== policy && ofOneResponse.test(name) ? [] : [[name, String(value)]]
  )
  const below = (path: string, rule: Omit<HeaderRule, 'path'>) => ({
    path: basePath + path,
    ...rule
  })
  // Hosts join the values of a header that several rules have: the others are those of `/_files/*`.
  const own = (text: string) => replacing([[policy, text]])
  return [
    below('/*', { headers: [...common, revalidated] }),
    below('/_assets/*', replacing([immutable])),
    below(`/_assets/${queryWorker}`, own(policies.queryWorker)),
    below('/_files/*', replacing([immutable, shared])),
    below('/_files/svg/*', own(policies.svg)),
    below('/_files/pdf/*', own(policies.pdf)),
    below('/_files/download/*', { headers: [['content-disposition', 'attachment']] }),
    below('/_icons/*', replacing([forAnHour])),
    below(`/${CHUNK_FOLDER}/*`, replacing([kept])),
    ...unlistedFolders.map((folder) => below(`/${folder}/*`, { headers: [unlisted] }))
  ]
}

/** Headers that replace those of `/*`. */
function replacing(headers: [string, string][]): Omit<HeaderRule, 'path'> {
  return { headers, without: headers.map(([name]) => name) }
}

/** `_headers`, which several hosts read; a line with `!` removes the header of an earlier rule. */
export function headersText(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers, without = [] }) =>
      [
        path,
        ...without.map((name) => `  ! ${name}`),
        ...headers.map(([name, value]) => `  ${name}: ${value}`)
      ].join('\n')
    )
    .join('\n')
    .concat('\n')
}

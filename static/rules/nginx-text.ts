import type { HeaderRule } from './header-rules.ts'
import type { PathRules } from './redirect-rules.ts'

interface NginxSource {
  basePath: string
  headers: HeaderRule[]
  paths: PathRules
}

interface ExactType {
  path: string
  type: string
  headers: [string, string][]
}

/**
 * A part of an nginx configuration, for the `server` block of the site, whose `root` is the folder (or, with
 * a base path, the folder above it).
 */
export function nginxText({ basePath, headers, paths }: NginxSource): string {
  const [common, ...others] = headers
  const commonHeaders = common?.headers ?? []
  const locations = others.map((rule) => location(rule, commonHeaders, others))
  return [
    `# Written by "fansite build"; include it in the server block of the site, and reload nginx after a`,
    '# build that has changed it.',
    'charset utf-8;',
    `error_page 404 ${basePath}/404.html;`,
    `error_page 410 ${basePath}/410.html;`,
    ...commonHeaders.map(addHeader),
    'types_hash_max_size 4096;',
    // Behind a proxy, nginx does not know the scheme and port that visitors use.
    'absolute_redirect off;',
    ...['_headers', '_redirects', '_nginx.conf'].map(
      (name) => `location = ${basePath}/${name} { return 404; }`
    ),
    ...typed.map(({ name, type }) =>
      exactType({ path: `${basePath}/${name}`, type, headers: commonHeaders })
    ),
    `location ~ ^${basePath}/.*\\.md$ { default_type "text/markdown; charset=utf-8"; types { } add_header x-robots-tag noindex always; ${commonHeaders.map(addHeader).join(' ')} }`,
    ...locations,
    ...paths.redirects.flatMap(({ from, to }) => exact(from, `return 301 ${quoted(to)};`)),
    ...paths.gone.flatMap((path) => exact(path, 'return 410;')),
    ''
  ].join('\n')
}

/** Files whose types are missing in the list of nginx, or differ from those of a server. */
const typed = [
  { name: 'feed.xml', type: 'application/atom+xml; charset=utf-8' },
  { name: 'manifest.webmanifest', type: 'application/manifest+json; charset=utf-8' }
]

function exactType({ path, type, headers }: ExactType): string {
  const own = headers.map(addHeader).join(' ')
  return `location = ${path} { default_type "${type}"; types { } ${own} }`
}

/** `add_header` of a location replaces all of those around it. */
function location(
  { path, headers, without = [] }: HeaderRule,
  common: [string, string][],
  all: HeaderRule[]
): string {
  const start = path.replace(/\*$/, '')
  const match = start === path ? `= ${path}` : `^~ ${start}`
  const above = all.filter(
    (each) => each.path !== path && start.startsWith(each.path.replace(/\*$/, ''))
  )
  const merged = new Map(common)
  for (const rule of above) for (const [name, value] of rule.headers) merged.set(name, value)
  for (const name of without) merged.delete(name)
  for (const [name, value] of headers) merged.set(name, value)
  return `location ${match} { ${[...merged].map(addHeader).join(' ')} }`
}

function addHeader([name, value]: [string, string]): string {
  return `add_header ${name} ${quoted(value)} always;`
}

function exact(path: string, action: string): string[] {
  const decoded = decodeURI(path).replaceAll('%3F', '?').replaceAll('%23', '#')
  return [decoded, `${decoded}/`].map((each) => `location = ${plain(each)} { ${action} }`)
}

/** A quoted string of nginx where a dollar sign would begin a variable. */
function quoted(text: string): string {
  return plain(text).replaceAll('$', '%24')
}

/** A quoted string of nginx without variables, such as the path of a location. */
function plain(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

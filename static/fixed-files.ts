import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { findAsset } from '../db/assets/find-asset.ts'
import { filePolicies, queryWorkerPolicy } from '../server/http/security-headers.ts'
import { iconPaths } from '../server/pictures/icons/site-icons.ts'
import { assetsFolder, queryWorkerFile } from '../server/render/document/page-assets.ts'
import { renderNotFound } from '../server/render/not-found.tsx'
import type { Reference } from './addresses/place-address.ts'
import { placeAddresses } from './addresses/place-addresses.ts'
import type { SocialImages } from './addresses/place-picture.ts'
import { documentHref, fileOf } from './addresses/static-path.ts'
import type { MoreFiles } from './folder-build.ts'
import { writeUnlessSame } from './folder/write-file.ts'
import type { StaticSite } from './render/open-site.ts'
import { headerRules, headersText } from './rules/header-rules.ts'
import { nginxText } from './rules/nginx-text.ts'
import { hostNotes } from './rules/host-limits.ts'
import { readPathRules, redirectLines } from './rules/redirect-rules.ts'

type PlacedSite = StaticSite & { socialImages: SocialImages }

/** A file that every build makes. */
interface FixedFile {
  /** Relative to the folder. */
  name: string
  content: string | Uint8Array
  /** What the content names. */
  references?: Reference[]
}

/**
 * Writes what depends on no single page: icons, the files of the web build, error pages and the rules for
 * hosts.
 */
export async function writeFixedFiles(
  given: StaticSite,
  place: { folder: string; earlier: string | undefined; socialImages: SocialImages }
): Promise<MoreFiles & { notes: string[] }> {
  const { folder, earlier, socialImages } = place
  const site = { ...given, socialImages }
  const rules = await ruleFiles(site)
  const files = [
    ...builtFiles(),
    ...customFiles(site),
    ...(await sentFiles(site)),
    ...errorPages(site),
    ...rules.files
  ]
  const written = files.map(
    ({ name, content }) => [name, writeUnlessSame(content, { folder, name, earlier })] as const
  )
  const references = files.flatMap((file) => file.references ?? [])
  return { files: new Map(written), references, notes: rules.notes }
}

/** The scripts, styles and fonts of the web build, without its compressed copies. */
function builtFiles(): FixedFile[] {
  return readdirSync(assetsFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(assetsFolder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({
      name: `_assets/${name}`,
      content: readFileSync(path.join(assetsFolder, name))
    }))
}

function customFiles({ context: { custom } }: StaticSite): FixedFile[] {
  if (!custom) return []
  const files = custom.files.map(({ href, body }) => ({ name: href.slice(1), content: body }))
  return [{ name: custom.href.slice(1), content: custom.css }, ...files]
}

/** Responses that a server makes for each request. */
async function sentFiles(site: PlacedSite): Promise<FixedFile[]> {
  const { isSearchEnabled, isMirrorDownloadEnabled } = site.context.site.config
  const paths = [
    '/robots.txt',
    '/manifest.webmanifest',
    '/sw.js',
    ...iconPaths,
    ...(isSearchEnabled ? ['/search'] : []),
    ...(isMirrorDownloadEnabled ? ['/_data/query'] : [])
  ]
  const files = await Promise.all(paths.map((each) => sentFile(site, each)))
  return files.flatMap((file) => file ?? [])
}

/** Undefined for an icon that cannot be drawn, which a server would not send either. */
async function sentFile(site: PlacedSite, address: string): Promise<FixedFile | undefined> {
  const { app, context } = site
  const reply = await app.inject(context.site.basePath + address)
  if (reply.statusCode === 404) return undefined
  if (reply.statusCode !== 200)
    throw new Error(`${address} answers ${reply.statusCode}: ${reply.body}`)
  const isDocument = String(reply.headers['content-type']).startsWith('text/html')
  if (!isDocument) return { name: fileOf(address), content: reply.rawPayload }
  return placed(site, { name: fileOf(documentHref(address)), address, html: reply.body })
}

function errorPages(site: PlacedSite): FixedFile[] {
  const { shell } = site.context
  const pages = [
    ['404.html', renderNotFound(shell(), undefined)],
    ['410.html', renderNotFound(shell(), { title: '' })]
  ] as const
  return pages.map(([name, html]) => placed(site, { name, address: `/${name}`, html }))
}

function placed(
  { context, socialImages }: PlacedSite,
  { name, address, html }: { name: string; address: string; html: string }
): FixedFile {
  const { site } = context
  const { text, references } = placeAddresses(html, {
    path: address,
    socialImages,
    basePath: site.basePath,
    domain: site.config.domain,
    mediaType: 'text/html',
    findPicture: (source) => findAsset(site.published().mirror, source)
  })
  return { name, content: text, references }
}

async function ruleFiles({
  app,
  context: { site }
}: StaticSite): Promise<{ files: FixedFile[]; notes: string[] }> {
  const { basePath } = site
  const { headers } = await app.inject(`${basePath}/robots.txt`)
  const paths = readPathRules(site)
  const rules = headerRules({
    basePath,
    headers,
    policies: { ...filePolicies, queryWorker: queryWorkerPolicy },
    queryWorker: queryWorkerFile()
  })
  const lines = redirectLines(paths, basePath)
  const files = [
    { name: '_headers', content: headersText(rules) },
    { name: '_redirects', content: lines.map((line) => `${line}\n`).join('') },
    { name: '_nginx.conf', content: nginxText({ basePath, headers: rules, paths }) }
  ]
  return { files, notes: hostNotes(paths, lines) }
}

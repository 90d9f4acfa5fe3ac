import { hash as digest } from 'node:crypto'

import { readAssets } from '../../db/assets/read-assets.ts'
import { readShownSourcesAtOnce } from '../../db/assets/read-shown-sources.ts'
import { type PageVersion, readPageVersions } from '../../db/page/read-page-versions.ts'
import type { Asset } from '../../db/records/walk-result.ts'
import { hasVariants, variantAddress, variantWidth } from '../../site/addresses/image-variants.ts'
import { fragmentPath } from '../../site/addresses/fragment-path.ts'
import { offlineListPath } from '../../site/addresses/offline-paths.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { PAGES_IN_PART } from '../../site/pages/list-parts.ts'
import type { OfflineEntry, OfflineList } from '../../web/offline/protocol.ts'
import { keys } from '../../db/changes/change-keys.ts'
import { noteRead, readUnnoted } from '../../db/changes/record-reads.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { readBuildDigest } from '../process/load-module.js'
import { publicationId } from '../responses/publication-mark.ts'
import { renderApp } from '../render/worker/render-app.tsx'
import type { RenderContext } from '../render/site-shell.ts'
import type { RenderedText } from '../responses/rendered-text.ts'
import { currentNamesText, hashedCaching } from './search-names.ts'

/** Rough estimates in bytes, not measured: HTML by text and rows, and WebP by pixels. */
const BYTES_PER_CHARACTER = 6
const BYTES_PER_ROW = 1500
const BYTES_PER_PIXEL = 0.12
const CARD_BYTES = 1200
const BRANCH_BYTES = 1500
/** The width of the variant that is kept of each picture: enough for most places on a page. */
const PICTURE_WIDTH = 1280

/** `/_offline.<hash>.json`: everything that a browser can keep; undefined for any other hash. */
export function offlineListText(context: RenderContext, hash: string): RenderedText | undefined {
  const frame = readFrame(context)
  if (hashOf(context, frame) !== hash) return undefined
  const body = JSON.stringify(readUnnoted(() => listOf(context, frame)))
  return {
    body,
    mediaType: 'application/json',
    caching: hashedCaching,
    surrogateKind: 't-names',
    hasYear: true
  }
}

/** The address of the list, relative to the root of the site. */
export function addressOfList(context: RenderContext): string {
  return offlineListPath(hashOf(context, readFrame(context))).slice(1)
}

/** The shell of all pages. A new build or configuration changes it, and with it every page. */
function readFrame(context: RenderContext): string {
  // Each publication touches this key, so the others need not be noted.
  noteRead(keys.sync)
  return readUnnoted(() => renderApp(context))
}

/**
 * The hash in the address of the list: of everything that the list depends on, not of the list. The address
 * is requested more often than the list, which takes a read of every page.
 */
function hashOf({ site }: RenderContext, frame: string): string {
  const { isSiteTreeEnabled, isSearchEnabled } = site.config
  const parts = [
    publicationId(site.published()),
    [...site.served().excluded].toSorted(),
    { isSiteTreeEnabled, isSearchEnabled, basePath: site.basePath },
    // The code that makes the list.
    readBuildDigest(),
    frame
  ]
  return digest('sha256', JSON.stringify(parts)).slice(0, 16)
}

function listOf({ site }: RenderContext, frame: string): OfflineList {
  const { mirror, generation } = site.served()
  const frameVersion = Number.parseInt(digest('sha256', frame).slice(0, 12), 16)
  const pages = readPageVersions(mirror).map((page) => ({
    ...page,
    version: textOf(page.version + frameVersion)
  }))
  const all = digest('sha256', pages.map(({ path, version }) => path + version).join('\n')).slice(
    0,
    9
  )
  const frameBytes = Buffer.byteLength(frame)
  const entries = [
    ...pages.flatMap((page) =>
      pageEntries(page, { frameBytes, hasTree: site.config.isSiteTreeEnabled })
    ),
    ...listEntries(pages.length, { version: all, frameBytes }),
    ...nameEntries(site, all),
    ...pictureEntries(site)
  ]
  return {
    generation,
    pages: pages.length,
    entries: entries.map(([address, ...rest]) => [site.basePath + address, ...rest])
  }
}

type ListedPage = Omit<PageVersion, 'version'> & { version: string }

/** The page, its card and its branch of the tree. */
function pageEntries(
  { path, version, characters, rows, hasSubPages }: ListedPage,
  { frameBytes, hasTree }: { frameBytes: number; hasTree: boolean }
): OfflineEntry[] {
  const bytes = frameBytes + characters * BYTES_PER_CHARACTER + Math.min(rows, 100) * BYTES_PER_ROW
  return [
    [encodePath(path), version, bytes],
    [encodePath(fragmentPath('link-card', path)), version, CARD_BYTES],
    ...(hasTree && hasSubPages
      ? [[encodePath(fragmentPath('tree', path)), version, BRANCH_BYTES] as OfflineEntry]
      : [])
  ]
}

/** The lists of pages. */
function listEntries(
  pages: number,
  { version, frameBytes }: { version: string; frameBytes: number }
): OfflineEntry[] {
  const count = Math.ceil(pages / PAGES_IN_PART)
  const parts = Array.from({ length: count }, (_, part) => part * PAGES_IN_PART)
  const addresses = [
    '/recent-changes',
    '/tags',
    ...parts.map((from) => `/all-pages${from > 0 ? `?from=${from}` : ''}`)
  ]
  return addresses.map((address) => [address, version, 2 * frameBytes])
}

/** The names for the search in the browser. */
function nameEntries(site: PublishedSite, version: string): OfflineEntry[] {
  if (!site.config.isSearchEnabled) return []
  return [['/search-names.json', version, Buffer.byteLength(currentNamesText(site).body)]]
}

/** One copy of each picture; addresses change with the content. */
function pictureEntries(site: PublishedSite): OfflineEntry[] {
  const { mirror } = site.served()
  const shown = site.hasExcludedPages() ? readShownSourcesAtOnce(mirror) : undefined
  return [...readAssets(mirror).values()]
    .filter(
      ({ source, mediaType }) => mediaType.startsWith('image/') && shown?.has(source) !== false
    )
    .map((asset) => pictureEntry(asset))
}

function pictureEntry(asset: Asset): OfflineEntry {
  const { source, hash, size, width, height } = asset
  const format = 'webp'
  const address = variantAddress(source, asset, { format, width: PICTURE_WIDTH })
  if (!hasVariants({ ...asset, width: width ?? null }) || !width || !height) {
    return [address.slice(0, address.indexOf('&')), hash.slice(0, 8), size]
  }
  const shown = variantWidth(PICTURE_WIDTH, width)
  const drawn = Math.round(shown * shown * (height / width) * BYTES_PER_PIXEL)
  return [address, hash.slice(0, 8), Math.min(size, drawn)]
}

function textOf(version: number): string {
  return version.toString(36)
}

import { createHash } from 'node:crypto'

import { decodePath } from '../../site/addresses/site-address.ts'
import { OFFLINE_PATH } from '../../site/addresses/offline-paths.ts'
import { isReservedPath } from '../../site/addresses/reserved-paths.ts'

/** The folders of a document's further files: one for each view, and one for each later part. */
const VIEW_FOLDER = '_view'
const PART_FOLDER = '_from'

/** Which view and part of a document an address names. */
export interface DocumentPart {
  /** What addresses call the view; see `site/pages/view-words.ts`. */
  view?: string | undefined
  /** Entries before the part. */
  from?: number | undefined
}

/** First segments of the documents that are not pages. */
const lists = new Set(['all-pages', 'recent-changes', 'tags', 'search'])
/** Paths of single documents that are neither pages nor lists. */
const others = new Set(['/_app', '/_data/query', OFFLINE_PATH])

/** Whether an encoded path of the site is that of a document, which has a folder of its own. */
export function isDocumentPath(path: string): boolean {
  const [first = ''] = path.slice(1).split('/')
  if (lists.has(first) || others.has(path)) return true
  return !isReservedPath(path) && !path.endsWith('.md')
}

/**
 * The address of a document in the folder, encoded and with a slash at its end: file servers send the
 * `index.html` of a folder, and redirect to that slash. `path` is the encoded path on a server.
 */
export function documentHref(path: string, { view, from = 0 }: DocumentPart = {}): string {
  if (view === undefined && from === 0 && plainPath.test(path)) return `${path}/`
  const folders = path.split('/').filter(Boolean).map(decodeSegment)
  if (view !== undefined) folders.push(VIEW_FOLDER, view)
  if (from > 0) folders.push(PART_FOLDER, String(from))
  return `/${folders.map((folder) => `${encodeURIComponent(fileName(folder))}/`).join('')}`
}

/** Files of a page that are no documents: its card, its branch of the tree, and its Markdown. */
const pageFile = /^(?:(\/_cards|\/_tree)(\/.+)(\.html)|(\/.+)(\.md))$/

/** The address in the folder of a file with this encoded path on a server, which is no document. */
export function fileHref(path: string): string {
  const [, folder = '', page, ending, markdownOf, markdown] = pageFile.exec(path) ?? []
  const own = page ?? markdownOf
  if (own === undefined) return path
  return folder + documentHref(own).slice(0, -1) + (ending ?? markdown)
}

/** The path of a page in the folder, neither encoded nor with a slash at its end. */
export function folderPath(path: string): string {
  return `/${path.split('/').filter(Boolean).map(fileName).join('/')}`
}

/** Paths of most pages, whose segments are names of files as they are. A sitemap has tens of thousands. */
const plainPath = /^(?:\/[\w-]{1,200})+$/

/** The file of an address in the folder, relative to it. */
export function fileOf(href: string): string {
  const path = href.slice(1)
  const file = path.includes('%') ? path.split('/').map(decodeSegment).join('/') : path
  return href.endsWith('/') ? `${file}index.html` : file
}

/** Bytes of a file name that each file system allows. */
const MAX_BYTES = 200
/** Characters that a file name cannot contain, or that hosts refuse or decode twice. */
const unsafe = /[\p{Cc}/\\?#%*:|"<>]/gu

/**
 * The name of a file for a segment of a path: options of tags may contain any character. What is
 * replaced or cut leaves a hash behind, so that two segments never share a file.
 */
function fileName(segment: string): string {
  const plain = segment.replaceAll(unsafe, '_')
  if (plain === segment && Buffer.byteLength(plain) <= MAX_BYTES) return segment
  const hash = createHash('sha256').update(segment).digest('hex').slice(0, 8)
  return `${cutToBytes(plain, MAX_BYTES - hash.length - 1)}~${hash}`
}

function cutToBytes(text: string, bytes: number): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break
    kept += character
  }
  return kept
}

function decodeSegment(segment: string): string {
  return decodePath(segment) ?? segment
}

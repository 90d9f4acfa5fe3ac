import { type DocumentPart, documentHref, fileHref, fileOf, isDocumentPath } from './static-path.ts'
import { type PictureRules, SITE_CARD, placePicture } from './place-picture.ts'

/** Where an address of a server is in the folder. */
export interface Placed {
  /** Encoded, below the base path. */
  href: string
  /** What the folder needs for it besides what is always made; undefined for other addresses. */
  reference?: Reference | undefined
}

/** A file that a text needs. */
export interface Reference {
  /** Relative to the folder. */
  file: string
  /** The address on a server, with its query string. */
  address: string
}

export interface AddressRules extends PictureRules {
  /** The encoded path of the text on a server, which addresses that begin with `?` are relative to. */
  path: string
}

/**
 * The address in the folder of an address of the site, without the base path. Views and parts of
 * documents, pictures and files have files of their own; what only a script can show (sorted, filtered
 * and searched rows) keeps its query string. Undefined for what is the same in both.
 */
export function placeAddress(address: string, rules: AddressRules): Placed | undefined {
  const [target = '', hash] = splitOnce(address, '#')
  const [path = '', query] = splitOnce(target, '?')
  const fragment = hash === undefined ? '' : `#${hash}`
  const picture = placePicture(path, query, rules)
  if (picture) {
    const { href, file } = picture
    return { href, reference: { file, address: file === SITE_CARD ? path : target } }
  }
  const isOwn = path === ''
  if (isOwn && query === undefined) return undefined
  const document = isOwn ? rules.path : path
  if (!isDocumentPath(document)) {
    const href = fileHref(path)
    return href === path ? undefined : { href: href + target.slice(path.length) + fragment }
  }
  if (query === undefined) return { href: documentHref(document) + fragment }
  return placeQuery(document, query, fragment)
}

function placeQuery(path: string, query: string, fragment: string): Placed {
  const { part, isWhole } = readPart(new URLSearchParams(query))
  const href = documentHref(path, part)
  if (!isWhole) return { href: `${documentHref(path, { view: part.view })}?${query}${fragment}` }
  const isFirst = part.view === undefined && part.from === undefined
  if (isFirst) return { href: href + fragment }
  const parameters = new URLSearchParams()
  if (part.view !== undefined) parameters.set('v', part.view)
  if (part.from !== undefined) parameters.set('from', String(part.from))
  const reference = { file: fileOf(href), address: `${path}?${parameters}` }
  return { href: href + fragment, reference }
}

/**
 * The part that a query string names: the last view in it, since links keep the choices of the other
 * collections of a page before the one that they change. `isWhole` is false if it also sorts or
 * filters.
 */
function readPart(parameters: URLSearchParams): { part: DocumentPart; isWhole: boolean } {
  let part: DocumentPart = {}
  let isWhole = true
  for (const [name, value] of parameters) {
    if (name === 'v') {
      part = { view: value }
      isWhole = true
    } else if (name === 'from' && /^\d{1,8}$/.test(value)) {
      part.from = Number(value) || undefined
    } else isWhole = false
  }
  return { part, isWhole }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

import { hashOfList } from '../../site/addresses/offline-paths.ts'
import type { OfflineEntry, OfflineList } from '../../web/offline/protocol.ts'
import { isViewRowsPath } from '../../site/pages/view-rows.ts'
import { type NameList, pathAt } from '../../site/search/names/name-list.ts'
import { type AddressRules, type Reference, placeAddress } from './place-address.ts'
import { fileHref, fileOf, folderPath } from './static-path.ts'

/** A text with the addresses of the folder, and the files that it needs. */
export interface PlacedText {
  text: string
  references: Reference[]
}

interface TextRules extends AddressRules {
  /** The base path of the site; empty for the root. */
  basePath: string
  /** The host of the site with its base path. */
  domain: string
  mediaType: string
}

/** Replaces the addresses of a server in a finished text by those of the folder. */
export function placeAddresses(text: string, rules: TextRules): PlacedText {
  const writer = new AddressWriter(rules)
  return { text: writer.write(text, rules.mediaType), references: writer.references() }
}

/** Elements with their attributes. The renderer escapes `<` and `>` in attributes. */
const elements = /<[a-z][^<>]*>/g
const addressed =
  / (href|src|action|poster|content|srcset|imagesrcset|data-[a-z-]+)="((?:\/|\?|https:\/\/)[^"]*)"/gi
const dataBlocks = /(?<=<script type="application\/ld\+json">)[^<]*(?=<\/script>)/g
const namesPath = /^\/search-names\..*json$/
/** A branch of the tree that a script opens. */
const branches = /<li data-branch[^>]*><a [^>]*?href="([^"]*)"|<a [^>]*?href="([^"]*)" data-more/g

class AddressWriter {
  readonly #rules: TextRules
  readonly #origin: string
  readonly #references = new Map<string, Reference>()

  constructor(rules: TextRules) {
    this.#rules = rules
    this.#origin = `https://${rules.domain}`
  }

  references(): Reference[] {
    return [...this.#references.values()]
  }

  write(text: string, mediaType: string): string {
    switch (mediaType) {
      case 'text/html':
      // The HTML of its entries is not escaped.
      case 'application/atom+xml':
        return this.#writeHtml(text)
      case 'application/xml':
        return this.#writeSitemap(text)
      case 'application/json':
        return this.#writeJson(text)
      default:
        return this.#writeFiles(text)
    }
  }

  #writeHtml(html: string): string {
    for (const [, branch, more] of html.matchAll(branches)) this.#addBranch(branch ?? more ?? '')
    return html
      .replaceAll(elements, (element) =>
        element.replaceAll(addressed, (whole, name: string, value: string) => {
          const isList = /srcset$/i.test(name)
          const isAbsolute = value.startsWith('https:')
          if (name === 'content' && !isAbsolute) return whole
          const placed = isList ? this.#placeList(value) : this.#placeEscaped(value)
          return ` ${name}="${placed}"`
        })
      )
      .replaceAll(dataBlocks, (json) =>
        json.replaceAll(/"(https:\/\/[^"]*)"/g, (whole, address: string) => {
          const placed = this.#place(address.replaceAll(String.raw`\u0026`, '&'))
          return placed === undefined ? whole : `"${placed.replaceAll('&', String.raw`\u0026`)}"`
        })
      )
  }

  #writeJson(text: string): string {
    if (hashOfList(this.#rules.path) !== undefined) return this.#writeOfflineList(text)
    for (const [, name] of text.matchAll(/"((?:search-names|_offline)\.[0-9a-f]{16}\.json)"/g))
      this.#note({ file: name ?? '', address: `/${name}` })
    const placed = namesPath.test(this.#rules.path) ? placeNames(text) : text
    return placed.replaceAll(/"(\/image\/[^"\\]+)"/g, (whole, address: string) =>
      this.#quoted(whole, address)
    )
  }

  #writeOfflineList(text: string): string {
    const list = JSON.parse(text) as OfflineList
    const entries = list.entries.map(([address, ...rest]): OfflineEntry => {
      return [this.#place(address) ?? address, ...rest]
    })
    return JSON.stringify({ ...list, entries })
  }

  #writeSitemap(xml: string): string {
    return xml.replaceAll(/(?<=<loc>)[^<]*(?=<\/loc>)/g, (address) => this.#placeEscaped(address))
  }

  /** Replaces absolute addresses of pictures, files and Markdown in any text, escaped or not. */
  #writeFiles(text: string): string {
    const separator = String.raw`&(?:amp;)*|\\u0026`
    const file = String.raw`(?:/image/[^\s"'<>()&?\\]+|/api/social-image)\?(?:[\w=.%-]|${separator})+`
    const markdown = String.raw`/[^\s"'<>()&?#\\]+\.md(?![\w.])`
    const pattern = new RegExp(`${escapedPattern(this.#origin)}(?:${file}|${markdown})`, 'g')
    return text.replaceAll(pattern, (address) => {
      return this.#place(address.replaceAll(new RegExp(separator, 'g'), '&')) ?? address
    })
  }

  #quoted(whole: string, address: string): string {
    const placed = placeAddress(address, this.#rules)
    if (!placed) return whole
    this.#note(placed.reference)
    return JSON.stringify(placed.href)
  }

  #placeList(list: string): string {
    return list
      .split(', ')
      .map((candidate) => {
        const [address = '', ...rest] = candidate.split(' ')
        return [this.#placeEscaped(address), ...rest].join(' ')
      })
      .join(', ')
  }

  #placeEscaped(escaped: string): string {
    // React escapes apostrophes, which encoded addresses may contain.
    const address = escaped.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
    // Other characters of addresses need no escape.
    if (/&(quot|lt|gt|#x?[\da-f]+);/i.test(address)) return escaped
    return this.#place(address)?.replaceAll('&', '&amp;') ?? escaped
  }

  /** Undefined for an address that is not of this site, or that is the same in the folder. */
  #place(address: string): string | undefined {
    const start = this.#startOf(address)
    if (start === undefined) return undefined
    const placed = placeAddress(address.slice(start.length), this.#rules)
    if (!placed) return this.#noteFile(address.slice(start.length))
    this.#note(placed.reference)
    const prefix = start === '' && address.startsWith('?') ? this.#rules.basePath : start
    return prefix + placed.href
  }

  /** The part of an address before its path in the site. */
  #startOf(address: string): string | undefined {
    if (address.startsWith('?')) return ''
    const starts = [this.#origin, this.#rules.basePath]
    return starts.find((start) => address.startsWith(`${start}/`) && !address.startsWith('//'))
  }

  /** Files with the same address on both: rows of views, and parts of the sitemap that its index names. */
  #noteFile(address: string): undefined {
    const isNamed = /^\/sitemap-\d+\.xml$/.test(address) || isViewRowsPath(address)
    if (isNamed) this.#note({ file: address.slice(1), address })
  }

  #addBranch(escaped: string): void {
    const { basePath } = this.#rules
    const path = escaped.slice(basePath.length).replaceAll('&#x27;', "'")
    if (path.includes('&')) return
    const address = `/_tree${path === '/' ? '' : path}.html`
    this.#note({ file: fileOf(fileHref(address)), address })
  }

  #note(reference: Reference | undefined): void {
    if (reference) this.#references.set(reference.file, reference)
  }
}

/** The list of names, where a page is found by its path in the folder. */
function placeNames(text: string): string {
  const sent = JSON.parse(text) as NameList | { names?: NameList }
  const list = 'titles' in sent ? sent : sent.names
  if (!list) return text
  for (const index of list.paths.keys()) {
    const path = pathAt(list, index)
    const placed = folderPath(path)
    if (placed !== path) list.paths[index] = placed
  }
  return JSON.stringify(sent)
}

function escapedPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

import { hash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

import { decodePart } from '../../../site/addresses/decode-part.ts'
import { ConfigError } from '../../../site/config/read-config.ts'

/** The style sheet of a site's own. */
export interface CustomStyles {
  css: string
  /** A path of the site, with a hash of the content. */
  href: string
  /** The fonts and pictures that it names, each once. */
  files: CustomFile[]
}

/** A file beside the style sheet. */
interface CustomFile {
  href: string
  mediaType: string
  body: Buffer
}

/** Types of files that a style sheet may name, by extension. */
const mediaTypes = new Map([
  ['.woff2', 'font/woff2'],
  ['.woff', 'font/woff'],
  ['.ttf', 'font/ttf'],
  ['.otf', 'font/otf'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.svg', 'image/svg+xml']
])

/**
 * Reads the style sheet that the configuration names, and the files in its folder that it names by
 * relative URLs. Throws `ConfigError` for a file that cannot be served.
 */
export function readCustomStyles(file: string | null): CustomStyles | undefined {
  if (file === null) return undefined
  const folder = realpathSync(path.dirname(file))
  const files = new Map<string, CustomFile>()
  const css = readFileSync(file, 'utf8').replaceAll(urlPattern, (match, ...groups: unknown[]) => {
    const url = groups.slice(0, 3).find((group): group is string => typeof group === 'string')
    if (url === undefined || !isRelative(url)) return match
    const name = nameOf(url)
    const found = readCustomFile(folder, name)
    files.set(found.href, found)
    // Relative to the style sheet, also below the prefix of another server.
    return `url("${path.posix.basename(found.href)}")`
  })
  return { css, href: addressOf(Buffer.from(css), '.css'), files: [...files.values()] }
}

/** `url()` with its quoted or plain address. Comments and strings match without one. */
const urlPattern =
  /\/\*[^]*?\*\/|\burl\(\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|([^\s"'()\\]+))\s*\)|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/gi

function isRelative(url: string): boolean {
  return url !== '' && !/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(url)
}

/** The decoded path of a URL. Old style sheets name fonts as `font.woff?#iefix`. */
function nameOf(url: string): string {
  return decodePart(url.split(/[?#]/)[0] ?? '')
}

function readCustomFile(folder: string, name: string): CustomFile {
  const mediaType = mediaTypes.get(path.extname(name).toLowerCase())
  if (!mediaType) throw refused(name, 'is neither a font nor a picture')
  const named = path.resolve(folder, name)
  if (!statSync(named, { throwIfNoEntry: false })?.isFile()) throw refused(name, 'is not a file')
  // Symbolic links may lead out of the folder.
  const file = realpathSync(named)
  if (!file.startsWith(folder + path.sep)) throw refused(name, 'is outside of its folder')
  const body = readFileSync(file)
  return { href: addressOf(body, path.extname(name).toLowerCase()), mediaType, body }
}

function refused(name: string, reason: string): ConfigError {
  return new ConfigError([
    `Config error: the style sheet of customCss names "${name}", which ${reason}`
  ])
}

function addressOf(content: Buffer, extension: string): string {
  const digest = hash('sha256', content, 'base64url').slice(0, 12)
  return `/_assets/custom-${digest}${extension}`
}

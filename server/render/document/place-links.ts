import type { Theme } from '../../../site/config/config.ts'
import { formulaFonts, readCriticalStyles } from './page-assets.ts'

/** The links at the end of a document (`web/pages/shell/Document.tsx`). */
const lastLinks = /((?:<link rel="stylesheet"[^>]*\/>)+)<\/body>/
const fontLinks = /<link rel="preload" as="font"[^>]*\/>/g
/** Characters that the last links take at most. */
const LINKS_LENGTH = 2000

/** The parts of a document: the tag of its body is at the end of the head. */
interface Parts {
  head: string
  body: string
}

/** A document whose links are placed: those to fonts are at the start of the body. */
interface PlacedParts extends Parts {
  fonts: string
}

/**
 * Places the links of a document where they delay its first paint least without a layout shift.
 * Returns the document in parts: searching a long string that has been put together copies it.
 */
export function placeLinks(html: string, theme: Theme): PlacedParts {
  return moveFonts(moveStyles(splitDocument(html), theme))
}

function splitDocument(html: string): Parts {
  const bodyTag = html.indexOf('<body', html.indexOf('</head>'))
  const end = html.indexOf('>', bodyTag) + 1
  return { head: html.slice(0, end), body: html.slice(end) }
}

/**
 * Moves the style sheets from the end of a document into its head if a component of the page needs
 * them: it would shift once they are there. Documents of the development server have no such links.
 */
function moveStyles({ head, body }: Parts, theme: Theme): Parts {
  const links = lastLinks.exec(body.slice(-LINKS_LENGTH))?.[1]
  if (!links || !isWaiting(body, theme)) return { head, body }
  const end = body.lastIndexOf(links)
  return {
    head: head.replace('</head>', `${links}</head>`),
    body: body.slice(0, end) + body.slice(end + links.length)
  }
}

const waiting = new Map<Theme, RegExp>()

function isWaiting(html: string, theme: Theme): boolean {
  const known = waiting.get(theme)
  if (known) return known.test(html)
  const names = readCriticalStyles(theme).waiting.join('|')
  const found = new RegExp(` class="(?:[^"]* )?(?:${names})[ "]`)
  waiting.set(theme, found)
  return found.test(html)
}

/**
 * Moves preloaded fonts from the head, where React puts them, into the body: Chromium delays the
 * first paint by up to 100 ms for a font that the head preloads. A page with formulas preloads
 * their fonts too.
 */
function moveFonts({ head, body }: Parts): PlacedParts {
  const links = head.match(fontLinks) ?? []
  const formulas = body.includes(' class="equation') ? formulaFonts().map(fontLink) : []
  const fonts = [...links, ...formulas].join('')
  return { head: links.length > 0 ? head.replaceAll(fontLinks, '') : head, fonts, body }
}

/** The link that preloads a font, written as in `web/pages/shell/Document.tsx`. */
function fontLink(href: string): string {
  return `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin=""/>`
}

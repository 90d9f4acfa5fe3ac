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

/**
 * Places the links of a document where they delay its first paint least without a layout shift.
 * Returns the document in parts: searching a long string that has been put together copies it.
 */
export function placeLinks(html: string): Parts {
  return moveFonts(moveStyles(splitDocument(html)))
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
function moveStyles({ head, body }: Parts): Parts {
  const links = lastLinks.exec(body.slice(-LINKS_LENGTH))?.[1]
  if (!links || !isWaiting(body)) return { head, body }
  const end = body.lastIndexOf(links)
  return {
    head: head.replace('</head>', `${links}</head>`),
    body: body.slice(0, end) + body.slice(end + links.length)
  }
}

let waiting: RegExp | undefined

function isWaiting(html: string): boolean {
  waiting ??= new RegExp(` class="(?:[^"]* )?(?:${readCriticalStyles().waiting.join('|')})[ "]`)
  return waiting.test(html)
}

/**
 * Moves preloaded fonts from the head, where React puts them, into the body: Chromium delays the
 * first paint by up to 100 ms for a font that the head preloads. A page with formulas preloads
 * their fonts too.
 */
function moveFonts({ head, body }: Parts): Parts {
  const links = head.match(fontLinks) ?? []
  const [first] = links
  const formulas =
    first !== undefined && body.includes(' class="equation')
      ? formulaFonts().map((href) => first.replace(/ href="[^"]*"/, ` href="${href}"`))
      : []
  return { head: head.replaceAll(fontLinks, ''), body: [...links, ...formulas].join('') + body }
}

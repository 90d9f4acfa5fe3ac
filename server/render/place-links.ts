import { readCriticalStyles } from './page-assets.ts'

/** The links at the end of a document (`web/pages/shell/Document.tsx`). */
const lastLinks = /((?:<link rel="stylesheet"[^>]*\/>)+)<\/body>/
const fontLinks = /<link rel="preload" as="font"[^>]*\/>/g
/** Characters that the last links take at most. */
const LINKS_LENGTH = 2000

/** Places the links of a document where they delay its first paint least without a layout shift. */
export function placeLinks(html: string): string {
  return moveFonts(moveStyles(html))
}

/**
 * Moves the style sheets from the end of a document into its head if a component of the page needs
 * them: it would shift once they are there. Documents of the development server have no such links.
 */
function moveStyles(html: string): string {
  const links = lastLinks.exec(html.slice(-LINKS_LENGTH))?.[1]
  if (!links || !isWaiting(html)) return html
  const end = html.lastIndexOf(links)
  return (html.slice(0, end) + html.slice(end + links.length)).replace('</head>', `${links}</head>`)
}

let waiting: RegExp | undefined

function isWaiting(html: string): boolean {
  waiting ??= new RegExp(` class="(?:[^"]* )?(?:${readCriticalStyles().waiting.join('|')})[ "]`)
  return waiting.test(html)
}

/**
 * Moves preloaded fonts from the head, where React puts them, into the body: Chromium delays the
 * first paint by up to 100 ms for a font that the head preloads.
 */
function moveFonts(html: string): string {
  const end = html.indexOf('</head>')
  const body = html.indexOf('>', html.indexOf('<body', end)) + 1
  if (end < 0 || body === 0) return html
  const head = html.slice(0, end)
  const links = head.match(fontLinks)?.join('') ?? ''
  return head.replaceAll(fontLinks, '') + html.slice(end, body) + links + html.slice(body)
}

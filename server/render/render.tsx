import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** HTML without a document around it, for the feed. */
export function renderFragment(element: ReactElement): string {
  return renderToStaticMarkup(element)
}

/** Characters of a page that is painted at once: compressed, it fits into the first flight of packets. */
const PAINTED_AT_ONCE = 64_000
/** Blocks painting until the footer has been parsed (HTML standard, render-blocking elements). */
const WAIT_FOR_FOOTER = '<link rel="expect" href="#site-footer" blocking="render"/>'

/**
 * The complete HTML of a page. React does not hydrate it in the browser. A short page is painted at
 * once: if the head of a table is painted before its rows arrive, its columns move.
 */
export function renderDocument(element: ReactElement): string {
  const html = renderToStaticMarkup(element)
  const page =
    html.length > PAINTED_AT_ONCE ? html : html.replace('<head>', `<head>${WAIT_FOR_FOOTER}`)
  return `<!doctype html>${page}`
}

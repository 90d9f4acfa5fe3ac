import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A part of a page, to stand in a document of another kind. */
export function renderFragment(element: ReactElement): string {
  return renderToStaticMarkup(element)
}

/** Characters of a page that comes in one piece, or nearly so: compressed it fits into a first flight of packets. */
const ONE_PIECE = 64_000
/** Nothing is painted before the footer is there (HTML standard, render-blocking elements). */
const PAINT_AS_A_WHOLE = '<link rel="expect" href="#site-footer" blocking="render"/>'

/**
 * The complete HTML of a page. Static: nothing of it is taken over by React in the browser. A short one
 * is painted as a whole: the head of a table that is painted before its rows have come would move.
 */
export function renderDocument(element: ReactElement): string {
  const html = renderToStaticMarkup(element)
  const whole = html.length > ONE_PIECE ? html : html.replace('<head>', `<head>${PAINT_AS_A_WHOLE}`)
  return `<!doctype html>${whole}`
}

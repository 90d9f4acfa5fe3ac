import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { placeLinks } from './place-links.ts'

/** HTML of an element without a document around it. */
export function renderFragment(element: ReactElement): string {
  return renderToStaticMarkup(element)
}

/** Characters of HTML whose compressed bytes roughly fit into the first flight of packets. */
const ONE_FLIGHT = 64_000
/** Delays the first paint until the footer is parsed (HTML standard, render-blocking elements). */
const PAINT_AT_ONCE = '<link rel="expect" href="#site-footer" blocking="render"/>'

/**
 * The complete HTML of a page, not hydrated by React. A short page is painted at once: a table head
 * that is painted before the rows arrive would shift.
 */
export function renderDocument(element: ReactElement): string {
  const html = placeLinks(renderToStaticMarkup(element))
  const isLong = html.length - inlinedLength(html) > ONE_FLIGHT
  return `<!doctype html>${isLong ? html : html.replace('<head>', `<head>${PAINT_AT_ONCE}`)}`
}

function inlinedLength(html: string): number {
  return Math.max(0, html.indexOf('</style>') - html.indexOf('<style>'))
}

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
  const { head, body } = placeLinks(renderToStaticMarkup(element))
  const isLong = head.length + body.length - inlinedLength(head) > ONE_FLIGHT
  const shown = isLong ? head : head.replace('<head>', `<head>${PAINT_AT_ONCE}`)
  return `<!doctype html>${shown}${body}`
}

function inlinedLength(head: string): number {
  return Math.max(0, head.indexOf('</style>') - head.indexOf('<style>'))
}

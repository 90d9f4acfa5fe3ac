import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { ChaptersProvider } from '../../../web/blocks/spoilers/chapters.ts'
import type { Shell } from '../../../web/pages/shell/shell.ts'
import type { RenderedSlots } from '../slots/page-slots.tsx'
import { addBasePath } from './add-base-path.ts'
import { paintTarget } from './paint-target.ts'
import { placeLinks } from './place-links.ts'

/** What HTML is completed with. */
export type Completion = Pick<Shell, 'basePath' | 'config' | 'chapters'>

/** HTML of an element without a document around it. */
export function renderFragment(element: ReactElement, shell: Completion): string {
  return addBasePath(markupOf(element, shell), shell.basePath)
}

/** The covered pages are known to every component, so that none renders a name without them. */
function markupOf(element: ReactElement, { chapters }: Pick<Shell, 'chapters'>): string {
  return renderToStaticMarkup(createElement(ChaptersProvider, { value: chapters }, element))
}

/** Characters of HTML whose compressed bytes roughly fit into the first flight of packets. */
const ONE_FLIGHT = 64_000

/**
 * The complete HTML of a page, not hydrated by React. Its first screen is painted at once: a table
 * head that is painted before the rows arrive would shift. `slots` are those of the element.
 */
export function renderDocument(
  element: ReactElement<{ shell: Shell }>,
  slots?: RenderedSlots
): string {
  const { shell } = element.props
  const { basePath, config } = shell
  const html = markupOf(element, shell)
  const { head, fonts, body } = placeLinks(slots ? slots.fill(html) : html, config.theme)
  const left = Math.max(0, ONE_FLIGHT + inlinedLength(head) - head.length - fonts.length)
  const shown = head.replace('<head>', `<head>${paintAtOnce(paintTarget(body.slice(0, left)))}`)
  return `<!doctype html>${addBasePath(shown + fonts + body, basePath)}`
}

/** Delays the first paint until an element is parsed (HTML standard, render-blocking elements). */
function paintAtOnce(id: string): string {
  return `<link rel="expect" href="#${id}" blocking="render"/>`
}

function inlinedLength(head: string): number {
  return Math.max(0, head.indexOf('</style>') - head.indexOf('<style>'))
}

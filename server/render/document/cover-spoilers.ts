import { messagesFor } from '../../../site/locales/messages-for.ts'
import { encodePath } from '../../../site/addresses/site-address.ts'
import type { Shell } from '../../../web/pages/shell/shell.ts'

/** Links; their contents cannot contain another link. */
const links =
  /<a (?<before>[^<>]*?)href="(?<path>[^"?#]*)(?<rest>[^"]*)"(?<after>[^<>]*)>(?<content>.*?)<\/a>/gs

type Link = Record<'before' | 'path' | 'rest' | 'after' | 'content', string>

/** Attributes that may contain the name of the page. */
const names = / (?:aria-label|title)="[^"]*"/g

/**
 * Covers the name of each page that is a spoiler wherever the HTML of a document links to it: lists,
 * breadcrumbs, backlinks, mentions and values. `web/islands/start-spoilers.ts` shows the names of
 * chapters that a reader has read.
 */
export function coverSpoilers(
  html: string,
  { spoilers, config }: Pick<Shell, 'spoilers' | 'config'>
): string {
  if (!spoilers || spoilers.size === 0) return html
  const chapters = new Map<string, string>()
  for (const [path, chapter] of spoilers) chapters.set(path, chapter).set(encodePath(path), chapter)
  const { spoiler } = messagesFor(config)
  return html.replaceAll(links, (link, ...found) => {
    const { before, path, rest, after, content } = found.at(-1) as Link
    const chapter = chapters.get(path)
    if (chapter === undefined) return link
    const attributes = `${before}href="${path}${rest}"${after}`.replaceAll(names, '')
    const label = `<span data-spoiler-label="">${escape(spoiler(chapter))}</span>`
    const words = `<span data-spoiler="${escape(chapter)}" hidden="">${content}</span>`
    return `<a ${attributes}>${label}${words}</a>`
  })
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The last part of the header, with which the visible part of every document begins. */
const HEADER_END = 'theme-switch'
/** The footer, with which the visible part of every document ends. */
const FOOTER = 'site-footer'
/** Characters of HTML that no first screen exceeds. */
const FIRST_SCREEN = 16_000
/** Characters of a page's content that are painted with its head. */
const LEAST_CONTENT = 2000
/** Characters of a content that is so short that its first screen may show the footer. */
const SHORT_CONTENT = 8000
/**
 * Start tags of elements that change the position of their parts while they arrive. The columns of a
 * `sized` table have fixed widths.
 */
const shifting = /<(table)\b(?![^>]* class="[^"]*\bsized[ "])|<div class="(?:columns|board)[ "]/g
const ids = / id="([\w-]+)"/g

/**
 * The id of the element that the first paint waits for, with all that is before it. It follows the
 * tables, columns and boards of the first screen (the last of the first rows of a view and the foot of
 * a page have an id for this). A short page is painted whole, because its footer would move while it
 * arrives, and so is a document without content, such as a list. `html` is the beginning of a body. If
 * it has no such element, the first paint waits for the header alone: its parts move while it arrives.
 */
export function paintTarget(html: string): string {
  const start = /<[a-z]+ class="content[ "]/.exec(html)?.index
  const foot = html.indexOf(` id="${FOOTER}"`, start)
  const isShort = start === undefined || foot - start < SHORT_CONTENT
  if (foot !== -1 && isShort) return lastId(html, foot)
  if (start === undefined) return HEADER_END
  let end = start + LEAST_CONTENT
  shifting.lastIndex = start
  for (let found = shifting.exec(html); found; found = shifting.exec(html)) {
    if (found.index > start + FIRST_SCREEN) break
    shifting.lastIndex = endOf(html, found.index, found[1] ?? 'div')
    end = Math.max(end, shifting.lastIndex)
  }
  ids.lastIndex = end
  return ids.exec(html)?.[1] ?? HEADER_END
}

function lastId(html: string, from: number): string {
  ids.lastIndex = from
  return [...html.matchAll(ids)].at(-1)?.[1] ?? HEADER_END
}

/** Where the element ends that starts at an index. */
function endOf(html: string, start: number, tag: string): number {
  const tags = new RegExp(`<(/?)${tag}[ >]`, 'g')
  tags.lastIndex = start
  let depth = 0
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    depth += found[1] ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  return html.length
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
const blockTags =
  /^(address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|form|h[1-6]|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** The visible text of HTML, with white space between blocks; alternative texts of images count. */
export function htmlText(html: string): string {
  const pieces: string[] = []
  for (const [token, tag] of html.matchAll(
    /<\/?([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+|</gi
  )) {
    if (tag === undefined) pieces.push(decode(token))
    else if (blockTags.test(tag)) pieces.push('\n')
    else if (tag === 'img') pieces.push(` ${attribute(token, 'alt')} `)
  }
  return normal(pieces.join(''))
}

/** The main element of a page. */
export function mainOf(html: string): string {
  const start = html.indexOf('<main')
  return html.slice(start, html.lastIndexOf('</main>'))
}

/** Text with white space collapsed as by browsers. */
export function normal(text: string): string {
  return text.replaceAll(/[\s\u00a0\u200b]+/g, ' ').trim()
}

function attribute(tag: string, name: string): string {
  return decode(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

function decode(text: string): string {
  return text.replaceAll(/&(#x?)?(\w+);/gi, (whole, number: string | undefined, name: string) => {
    if (number === undefined) return entities[name] ?? whole
    return String.fromCodePoint(Number.parseInt(name, number.length === 2 ? 16 : 10))
  })
}

/** Plain words as Markdown shows them: nothing in them is read as syntax, wherever they stand in a line. */
export function escapeInline(text: string): string {
  return (
    text
      .replaceAll(/[\\`*[\]<$~|]/g, String.raw`\$&`)
      // Between letters an underscore is no mark, and names like `lit_lantern` stay as they are.
      .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
      .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
      // What follows may be a link, and the two an image.
      .replace(/!$/, String.raw`\!`)
  )
}

/** Escapes what a line must not begin with: marks of lists, headings, quotes, rules and tables. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^([-+])(?=[-+\s]|$)/, String.raw`\$1`)
    .replace(/^(#{1,6})(?=[#\s]|$)/, String.raw`\$1`)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^([>=]|:(?=-))/, String.raw`\$1`)
}

/** Text inside HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** An address as the destination of a link: what would end it or start an entity is encoded. */
export function destination(address: string): string {
  return address
    .trim()
    .replaceAll(/[\s\p{Cc}<>()[\]\\"|`*$]/gu, percentEncoded)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
}

/** A path in the export as the destination of a link; in a path these signs have a meaning of their own. */
export function fileDestination(path: string): string {
  return destination(path.replaceAll(/[%?#]/g, percentEncoded))
}

/** The text as a span of code, in as many backticks as it takes. */
export function codeSpan(text: string): string {
  const code = text.replaceAll('\n', ' ')
  const fence = '`'.repeat(longestRun(code) + 1)
  const isPadded = /^`|`$|^ .*\S.* $/s.test(code)
  return isPadded ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** A block of code in a fence that nothing in it closes. */
export function codeFence(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const info = language.toLowerCase().replaceAll(/[^\p{L}\p{N}+#.-]+/gu, '-')
  return `${fence}${info}\n${text}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

function percentEncoded(character: string): string {
  // encodeURIComponent leaves these as they are.
  return /[()*]/.test(character)
    ? `%${character.codePointAt(0)?.toString(16).toUpperCase()}`
    : encodeURIComponent(character)
}

/** Escapes text so that none of it is inline Markdown syntax. */
export function escapeInline(text: string): string {
  return (
    text
      .replaceAll(/[\\`*[\]<$~|]/g, String.raw`\$&`)
      // An underscore between letters is literal, so names like `lit_lantern` stay readable.
      .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
      .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
      // A link may follow, and `![` starts an image.
      .replace(/!$/, String.raw`\!`)
  )
}

/** Escapes the start of a line that would be a list, heading, quote, rule or table. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^([-+])(?=[-+\s]|$)/, String.raw`\$1`)
    .replace(/^(#{1,6})(?=[#\s]|$)/, String.raw`\$1`)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^([>=]|:(?=-))/, String.raw`\$1`)
}

/** Text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/**
 * An address as a link destination: characters that would end it or start an entity are encoded.
 */
export function destination(address: string): string {
  return address
    .trim()
    .replaceAll(/[\s\p{Cc}<>()[\]\\"|`*$]/gu, percentEncoded)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
}

/**
 * A file path as a link destination; `%`, `?` and `#` are encoded, since a URL gives them a
 * meaning.
 */
export function fileDestination(path: string): string {
  return destination(path.replaceAll(/[%?#]/g, percentEncoded))
}

/** Text as a code span, in more backticks than it contains in a row. */
export function codeSpan(text: string): string {
  const code = text.replaceAll('\n', ' ')
  const fence = '`'.repeat(longestRun(code) + 1)
  const isPadded = /^`|`$|^ .*\S.* $/s.test(code)
  return isPadded ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** A fenced code block whose fence is longer than any in the text. */
export function codeFence(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const info = language.toLowerCase().replaceAll(/[^\p{L}\p{N}+#.-]+/gu, '-')
  return `${fence}${info}\n${text}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

function percentEncoded(character: string): string {
  // encodeURIComponent does not encode these.
  return /[()*]/.test(character)
    ? `%${character.codePointAt(0)?.toString(16).toUpperCase()}`
    : encodeURIComponent(character)
}

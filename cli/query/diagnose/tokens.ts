/** A token of a statement as SQLite reads it: a word, a quoted name, a string or an operator. */
export interface Token {
  text: string
  /** In UTF-16 units. */
  start: number
}

const pattern =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\p{L}\p{N}\p{M}\p{So}\p{Sk}_$\u{80}-\u{10ffff}]+|->>?|./gsu

/** The tokens of a statement, without whitespace and comments. */
export function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(pattern)]
    .map((match) => ({ text: match[0], start: match.index }))
    .filter(({ text }) => !/^(--|\/\*|\s)/.test(text))
}

/** A name without its quotes. */
export function unquoted(name: string): string {
  const quoted = /^(["`])(.*)\1$|^\[(.*)\]$/s.exec(name)
  if (!quoted) return name
  const [, quote = '', text, bracketed] = quoted
  return bracketed ?? (text ?? '').replaceAll(quote + quote, quote)
}

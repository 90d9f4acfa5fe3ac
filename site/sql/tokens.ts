const pattern =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\p{L}\p{N}\p{M}\p{So}\p{Sk}_$\u{80}-\u{10ffff}]+|->>?|./gsu

/**
 * The tokens of a statement as SQLite reads them (words, quoted names, strings and operators), without
 * whitespace and comments.
 */
export function tokensOf(sql: string): string[] {
  return (sql.match(pattern) ?? []).filter((token) => !/^(--|\/\*|\s)/.test(token))
}

/** A name without its quotes. */
export function unquoted(name: string): string {
  const quoted = /^(["`])(.*)\1$|^\[(.*)\]$/s.exec(name)
  if (!quoted) return name
  const [, quote = '', text, bracketed] = quoted
  return bracketed ?? (text ?? '').replaceAll(quote + quote, quote)
}

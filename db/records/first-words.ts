const LENGTH = 200

/** Returns the first words of a text as one line of at most 200 characters. */
export function firstWords(text: string): string {
  // Only the beginning of a long text is scanned, and more of it only if it is mostly white space.
  const start = lineOf(text.slice(0, 2 * LENGTH))
  const line = start.length > LENGTH ? start : lineOf(text.slice(0, 10 * LENGTH))
  if (line.length <= LENGTH) return line
  return `${line
    .slice(0, LENGTH - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/\s\S*$/, '')}…`
}

function lineOf(text: string): string {
  // Does not match single spaces, which are most of the white space.
  return text.replaceAll(/\s{2,}|[^\S ]/g, ' ').trim()
}

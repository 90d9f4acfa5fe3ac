const LENGTH = 200

/** Returns the first words of a text as one line of at most 200 characters. */
export function firstWords(text: string): string {
  // Only the beginning of a long text is scanned.
  const line = text
    .slice(0, 10 * LENGTH)
    // Does not match single spaces, which are most of the white space.
    .replaceAll(/\s{2,}|[^\S ]/g, ' ')
    .trim()
  if (line.length <= LENGTH) return line
  return `${line
    .slice(0, LENGTH - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/\s\S*$/, '')}…`
}

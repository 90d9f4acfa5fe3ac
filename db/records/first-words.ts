const LENGTH = 200

/** The first words of a text as one line of at most 200 characters. */
export function firstWords(text: string): string {
  // The whole text of a long page is not gone through for its first words.
  const words = text
    .slice(0, 10 * LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (words.length <= LENGTH) return words
  return `${words
    .slice(0, LENGTH - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/\s\S*$/, '')}…`
}

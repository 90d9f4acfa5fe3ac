const MAX_LENGTH = 160

/** The first sentence of a text, at most 160 characters of it. `language` is a BCP 47 tag. */
export function firstSentence(text: string, language: string): string {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  const sentence = (first?.segment ?? '').trim()
  if (sentence.length <= MAX_LENGTH) return sentence
  // Truncation must not leave half of a surrogate pair.
  const start = sentence.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${start.replace(/\s\S*$/, '')}…`
}

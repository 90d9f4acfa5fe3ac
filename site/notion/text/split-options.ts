/**
 * The options of a `multi_select` value, which stands in the record as one text with commas between
 * them. Names may have commas of their own, so those of the schema are looked for first; of two that
 * fit, the longer one is meant. Each is as it was sent, with its blanks, as often as it was sent.
 */
export function splitOptions(text: string, names: readonly string[]): string[] {
  const withComma = names.filter((name) => name.includes(',')).toSorted(byLength)
  const found: string[] = []
  for (let at = 0; at < text.length;) {
    const name = withComma.find((each) => stands(text, each, at)) ?? upToComma(text, at)
    found.push(name)
    at += name.length + 1
  }
  return found.filter((name) => name !== '')
}

const byLength = (one: string, other: string) => other.length - one.length

function stands(text: string, name: string, at: number): boolean {
  const end = at + name.length
  return text.startsWith(name, at) && (end === text.length || text[end] === ',')
}

function upToComma(text: string, at: number): string {
  const end = text.indexOf(',', at)
  return text.slice(at, end < 0 ? undefined : end)
}

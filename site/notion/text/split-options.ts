/**
 * Splits a `multi_select` value, which records store as one comma-separated text. Options may
 * contain commas, so options of the schema with commas are matched first, the longest first.
 * Options are returned unchanged, including spaces and duplicates.
 */
export function splitOptions(text: string, names: readonly string[]): string[] {
  const withComma = names.filter((name) => name.includes(',')).toSorted(longestFirst)
  const found: string[] = []
  for (let at = 0; at < text.length;) {
    const name = withComma.find((each) => isOptionAt(text, each, at)) ?? upToComma(text, at)
    found.push(name)
    at += name.length + 1
  }
  return found.filter((name) => name !== '')
}

const longestFirst = (one: string, other: string) => other.length - one.length

function isOptionAt(text: string, name: string, at: number): boolean {
  const end = at + name.length
  return text.startsWith(name, at) && (end === text.length || text[end] === ',')
}

function upToComma(text: string, at: number): string {
  const end = text.indexOf(',', at)
  return text.slice(at, end < 0 ? undefined : end)
}

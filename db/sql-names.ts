const LONGEST = 60

/** Words that SQLite takes for a name only in quotes. */
const reservedWords = new Set(
  `add all alter and as autoincrement between case cast check collate commit constraint create
  default deferrable delete distinct drop else escape except exists foreign from group having if in
  index insert intersect into is isnull join limit not nothing notnull null on or order primary
  raise references returning select set table then to transaction union unique update using values
  when where`.split(/\s+/)
)

/**
 * A name that SQL takes without quotes: lower-case letters and digits of any script, joined by
 * `_`. `fallback` names what has none of them, such as an emoji alone.
 */
export function sqlName(words: string, fallback: string): string {
  const name = words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .slice(0, LONGEST)
    .replaceAll(/^_+|_+$/g, '')
  if (name === '') return fallback
  if (/^[0-9]/.test(name)) return `_${name}`
  return reservedWords.has(name) || name.startsWith('sqlite_') ? `${name}_` : name
}

/** The name, or the first of `name_2`, `name_3`, … that is free; marks it as taken. */
export function freeName(
  name: string,
  taken: Set<string>,
  endings: readonly string[] = ['']
): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}_${count}`
    const whole = endings.map((ending) => candidate + ending)
    if (whole.some((each) => taken.has(each))) continue
    for (const each of whole) taken.add(each)
    return candidate
  }
}

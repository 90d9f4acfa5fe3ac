const MAX_LENGTH = 60

/** Words that SQLite accepts as a name only in quotes, or reads as a value without a table prefix. */
const reservedWords = new Set(
  `add all alter and as autoincrement between case cast check collate commit constraint create
  current_date current_time current_timestamp default deferrable delete distinct drop else escape
  except exists false foreign from group having if in index insert intersect into is isnull join
  limit not nothing notnull null on or order primary raise references returning select set table
  then to transaction true union unique update using values when where`.split(/\s+/)
)

/** Table-valued functions of SQLite: a view of the same name would hide them. */
const tableFunctions = new Set(
  `json_each json_tree jsonb_each jsonb_tree fts5 fts5vocab rtree rtree_i32 geopoly dbstat bytecode
  tables_used generate_series`.split(/\s+/)
)

/**
 * Converts a name to an SQL identifier of lower-case letters and digits of any script, joined by
 * `_`. After `freeName` it needs no quotes. `fallback` is used for a name without letters and
 * digits, such as an emoji.
 */
export function sqlName(text: string, fallback: string): string {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
  // By code points, to keep surrogate pairs whole.
  const short = [...name]
    .slice(0, MAX_LENGTH)
    .join('')
    .replaceAll(/^_+|_+$/g, '')
  if (short === '') return fallback
  // SQLite reserves these prefixes.
  return /^([0-9]|(sqlite|pragma)(_|$))/.test(short) ? `_${short}` : short
}

/**
 * Returns the name if it is free with each of its endings, else the first free one of `name_2`,
 * `name_3`, …; adds it to `taken`. A reserved word gets a trailing `_`.
 */
export function freeName(
  name: string,
  taken: Set<string>,
  endings: readonly string[] = ['']
): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}_${count}`
    const isWord = endings.some((ending) => isReserved(candidate + ending))
    const whole = endings.map((ending) => candidate + (isWord ? '_' : '') + ending)
    if (whole.some((each) => taken.has(each))) continue
    for (const each of whole) taken.add(each)
    return isWord ? `${candidate}_` : candidate
  }
}

function isReserved(name: string): boolean {
  return reservedWords.has(name) || tableFunctions.has(name)
}

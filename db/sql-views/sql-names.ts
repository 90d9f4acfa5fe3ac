const LONGEST = 60

/** Words that SQLite takes for a name only in quotes, or takes for a value where no table is named. */
const reservedWords = new Set(
  `add all alter and as autoincrement between case cast check collate commit constraint create
  current_date current_time current_timestamp default deferrable delete distinct drop else escape
  except exists false foreign from group having if in index insert intersect into is isnull join
  limit not nothing notnull null on or order primary raise references returning select set table
  then to transaction true union unique update using values when where`.split(/\s+/)
)

/** What SQLite reads in the place of a table though no table has the name; a view would hide it. */
const tableFunctions = new Set(
  `json_each json_tree jsonb_each jsonb_tree fts5 fts5vocab rtree rtree_i32 geopoly dbstat bytecode
  tables_used generate_series`.split(/\s+/)
)

/**
 * A name that SQL takes without quotes once `freeName` has seen it: lower-case letters and digits
 * of any script, joined by `_`. `fallback` names what has none of them, such as an emoji alone.
 */
export function sqlName(words: string, fallback: string): string {
  const name = words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
  // By characters: half of one is no text.
  const short = [...name]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^_+|_+$/g, '')
  if (short === '') return fallback
  // SQLite keeps names that begin so for itself.
  return /^([0-9]|(sqlite|pragma)(_|$))/.test(short) ? `_${short}` : short
}

/**
 * The name with each of its endings, or the first of `name_2`, `name_3`, … that is free; marks it
 * as taken. A word of SQL itself gets a `_` behind it.
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

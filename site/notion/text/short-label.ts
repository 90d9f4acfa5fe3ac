/** What a name may be long where it only names something; the page of that name shows it whole. */
const MAX_LABEL = 500

/** A name as links, contents and columns show it: one of thousands of letters as it begins. */
export function shortLabel(name: string): string {
  if (name.length <= MAX_LABEL) return name
  // Half of a surrogate pair is no letter.
  return `${name.slice(0, MAX_LABEL).replace(/[\uD800-\uDBFF]$/, '')}…`
}

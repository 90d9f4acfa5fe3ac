/** Maximum length of a name used as a label; the page with that name shows all of it. */
const MAX_LABEL = 500

/** Shortens a name for links, tables of contents and columns. */
export function shortLabel(name: string): string {
  if (name.length <= MAX_LABEL) return name
  // Truncation must not leave half of a surrogate pair.
  return `${name.slice(0, MAX_LABEL).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The same page or other record with a short title. */
export function shortTitled<Titled extends { title: string }>(record: Titled): Titled {
  return { ...record, title: shortLabel(record.title) }
}

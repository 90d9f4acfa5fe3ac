/** Quotes a name for SQL. Only names of a schema are quoted, never words of a request. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

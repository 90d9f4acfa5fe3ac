/** What `String.prototype.trim` removes; `trim` of SQLite removes only spaces. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

/** SQL for the text of a column without white space at its ends. */
export function trimmed(column: string): string {
  return `trim(${column}, '${WHITE_SPACE}')`
}

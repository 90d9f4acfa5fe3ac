/** A problem that an editor may want to fix in the workspace; the mirror itself is intact. */
export interface Flaw {
  /** Path of the page; null for a block that is on no page. */
  path: string | null
  what: string
}

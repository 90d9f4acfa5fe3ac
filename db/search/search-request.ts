/** What is searched for, and among which pages. */
export interface SearchRequest {
  query: string
  /** Pages that are described; all are counted. */
  limit: number
  /** Pages that come before those; beyond the end stand the last ones. Default 0. */
  offset?: number | undefined
  /** Only this page and those below it. */
  ancestorId?: string | undefined
  /** Only rows of this collection, by its id. */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
  /** Ids of pages that are kept back. */
  hidden: Set<string>
}

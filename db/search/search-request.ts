/** A query with its filters. */
export interface SearchRequest {
  query: string
  /** Maximum number of hits; the total counts all matching pages. */
  limit: number
  /** Pages to skip; an offset beyond the end selects the last part. Default 0. */
  offset?: number | undefined
  /** Only this page and its descendants. */
  ancestorId?: string | undefined
  /** Only rows of this collection, by its id. */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
  /** The name of a covered page, by its chapter. */
  spoilerLabel?: (chapter: string) => string
  /** Ids of excluded pages. */
  hidden: Set<string>
}

import type { DataQuery, Filter } from './data-query.ts'

/** A column as it is described. */
export interface DataColumn {
  name: string
  /** Declared type, or that of the property; empty for a computed column. */
  type: string
  about: string
}

/** What is known of a table or view. */
export interface DataTable {
  name: string
  kind: 'table' | 'view' | 'collection'
  about: string
  columns: DataColumn[]
}

/** A question of a contributor, and the statement that answers it. */
export interface DataQuestion {
  question: string
  sql: string
}

/** The list of tables. */
export interface DataIndex {
  tables: (DataTable & { rows: number; hasRows: boolean })[]
  questions: DataQuestion[]
  generation: number
  /** UTC milliseconds. */
  publishedAt: number
  /** Whether the name of a collection is covered. */
  isCovered: boolean
}

/** A value as it is shown. */
export interface DataCell {
  kind: 'null' | 'text' | 'number' | 'instant' | 'json'
  text: string
  /** The value itself, where `text` is another one. */
  title?: string | undefined
  /** A row, a page of the site, or an external URL. */
  href?: string | undefined
  /** Whether the value is longer than `text`. */
  isCut?: boolean
}

/** A row and its address, if it has one. */
export interface DataRow {
  href: string | undefined
  /** Its key, for the text of a link. */
  name: string
  cells: DataCell[]
}

/** The most frequent values of a column. */
export interface DataFacet {
  column: string
  values: {
    cell: DataCell
    /** A condition for it; undefined for a value that is too long. */
    filter: Filter | undefined
    count: number
  }[]
  hasMore: boolean
  isPartial: boolean
}

/** A part of the rows of a table. */
export interface DataRows {
  table: DataTable
  columns: DataColumn[]
  query: DataQuery
  rows: DataRow[]
  /** Whether a first column links to rows, because their key has several columns. */
  hasRowLinks: boolean
  /** Matching rows; a lower bound if `isMore`. */
  total: { count: number; isMore: boolean }
  /** Cursor of the next part. */
  next: string | undefined
  facets: DataFacet[]
  /** Columns with few values that are not counted yet. */
  suggested: string[]
  /** The statement for these rows. */
  sql: string
  /** Whether the rows, and values of other rows, may name what is covered on the pages. */
  isCovered: boolean
  areFacetsCovered: boolean
  /** Whether the table may be that of a covered collection, whose name describes it. */
  isTableCovered: boolean
}

/** Rows that point to a row. */
export interface DataReference {
  table: string
  column: string
  count: number
  /** Whether `count` is a lower bound. */
  isMore: boolean
  href: string
}

/** One row with all its values. */
export interface DataRowView {
  table: DataTable
  /** Its key. */
  name: string
  /** Its title or name; its key without one. */
  heading: string
  /** Address of the page of the site that the row is about. */
  pageHref: string | undefined
  cells: DataCell[]
  /** The conditions that name it. */
  filters: Filter[]
  references: DataReference[]
  sql: string
  /** Whether it may name what is covered on the pages. */
  isCovered: boolean
}

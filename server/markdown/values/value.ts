import type { Block } from 'notion-types'

import type { MarkdownScope } from '../markdown-scope.ts'

/** A date with the parts of Notion's record. */
export interface DateParts {
  type: string
  start_date: string
  start_time?: string
  end_date?: string
  end_time?: string
  time_zone?: string
}

/** A page of a relation; without title and path if the mirror has no such page. */
export interface RelatedPage {
  id: string
  title?: string
  path?: string
}

/**
 * A file of a row: its path relative to the document that links it, or its address if it is not
 * stored.
 */
export interface NamedFile {
  name: string
  file?: string
  address?: string
}

export type Scalar = string | number | boolean | null

/** A typed value, as in a collection's JSON and in the front matter of a row. */
export type Value = Scalar | DateParts | Scalar[] | RelatedPage[] | NamedFile[]

/** The row that a value is read from, and the document that links its files. */
export interface ValueSource {
  block: Block
  file: string
  scope: MarkdownScope
}

/** Notion's view types. */
type ViewType =
  | 'table'
  | 'gallery'
  | 'list'
  | 'board'
  | 'calendar'
  | 'timeline'
  | 'chart'
  | 'map'
  | 'feed'
  | 'form'
  | 'form_editor'
  | 'dashboard'

export interface ViewInput {
  type: ViewType
  name: string
  /** Names of the visible properties, in order. */
  show: string[]
  sort?: [property: string, direction: 'ascending' | 'descending'][]
  filter?: FilterGroup
  /** A select or status property; required for a board. */
  groupBy?: string
  /** Board only: sub-groups the rows of each column. */
  subgroupBy?: string
  /** Calendar or timeline only: the date that places the rows. */
  dateBy?: string
  /** Chart only: the property whose values are counted. */
  chartBy?: string
  /** Chart only: `number` is one number over all rows. Default `bar`. */
  chartType?: 'bar' | 'number'
  /** Chart by a date only: the length of one bar. */
  chartUnit?: 'day' | 'week' | 'month' | 'year'
  /** Dashboard only: rows of views, each with its columns of the twelve of a row. */
  widgets?: { view: ViewInput; width?: number }[][]
  /** Table only: aggregations by property, such as `sum`, `average` or `count`. */
  aggregate?: Record<string, string>
  coverSize?: 'small' | 'medium' | 'large'
  /** Table only: widths of columns in pixels, by property. */
  widths?: Record<string, number>
  /** Table only: whether long values wrap. Default true. */
  isWrapped?: boolean
  /** Picture of a card: the page's cover, its first image, or a file property. */
  cover?: 'page_cover' | 'page_content_first' | { property: string }
}

export interface FilterRule {
  property: string
  operator: string
  value?: unknown
  /** Whether the value is a date that depends on the current one, such as `the_past_month`. */
  isRelative?: boolean
}

export interface FilterGroup {
  operator: 'and' | 'or'
  filters: (FilterRule | FilterGroup)[]
}

import type { Decoration, FormattedDate, NumberFormat } from 'notion-types'

/** A column of a collection. Names of other columns are those of the same collection. */
export type PropertyInput =
  | { type: PlainType }
  | { type: 'number'; format?: NumberFormat; showAs?: ProgressInput }
  | { type: 'date'; dateFormat?: string; timeFormat?: string }
  | { type: 'select' | 'multi_select'; options: Record<string, OptionColor> }
  | { type: 'status'; groups: Record<string, Record<string, OptionColor>> }
  /** Without `reverse` the other collection has no property that leads back. */
  | { type: 'relation'; to: string; reverse?: string }
  | { type: 'rollup'; relation: string; target: string; aggregation?: string }
  | FormulaInput
  | { type: 'auto_increment_id'; prefix?: string }
  | { type: 'button'; opens?: string }

/** As a tree whose property nodes name columns, or as code with `prop("<name>")`. */
export type FormulaInput = { type: 'formula' } & ({ tree: object } | { code: string })

type PlainType =
  | 'text'
  | 'checkbox'
  | 'url'
  | 'email'
  | 'phone_number'
  | 'person'
  | 'file'
  | 'created_time'
  | 'last_edited_time'
  | 'created_by'
  | 'last_edited_by'
  | 'verification'
  | 'place'

/** A bar or ring beside a number. */
interface ProgressInput {
  type: 'bar' | 'ring'
  color: OptionColor
  maxValue: number
}

/** Colours of select options; notion-types lists those of text, which lack two. */
export type OptionColor =
  | 'default'
  | 'gray'
  | 'brown'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'red'

/** What a place or a verification holds. */
interface ObjectValue {
  [field: string]: string | number | ObjectValue
}

/** Relations name page keys, persons account keys, files source addresses. */
export type PropertyValue =
  | string
  | number
  | boolean
  | string[]
  | FormattedDate
  | ObjectValue
  | Decoration[]

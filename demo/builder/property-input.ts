import type { Decoration, FormattedDate, NumberFormat } from 'notion-types'

/** A property of a collection. It refers to other properties of the same collection by name. */
export type PropertyInput =
  | { type: PlainType }
  | { type: 'number'; format?: NumberFormat; showAs?: ProgressInput }
  | { type: 'date'; dateFormat?: string; timeFormat?: string }
  | { type: 'select' | 'multi_select'; options: Record<string, OptionColor> }
  | { type: 'status'; groups: Record<string, Record<string, OptionColor>> }
  /** Without `reverse` the other collection has no property for the reverse side. */
  | { type: 'relation'; to: string; reverse?: string }
  | { type: 'rollup'; relation: string; target: string; aggregation?: string }
  | FormulaInput
  | { type: 'auto_increment_id'; prefix?: string }
  | { type: 'button'; opens?: string }

/** A tree whose property nodes contain names, or code with `prop("<name>")`. */
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

/** A progress bar or ring. */
interface ProgressInput {
  type: 'bar' | 'ring'
  color: OptionColor
  maxValue: number
}

/** Colours of options; the type of notion-types is for text and lacks two of them. */
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

/** Value of a place or verification. */
interface ObjectValue {
  [field: string]: string | number | ObjectValue
}

/** Relations contain page keys, people contain user keys, files contain source URLs. */
export type PropertyValue =
  | string
  | number
  | boolean
  | string[]
  | FormattedDate
  | ObjectValue
  | Decoration[]

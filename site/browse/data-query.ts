/** How a column is compared with a value. */
export const operators = [
  'exact',
  'not',
  'contains',
  'startswith',
  'endswith',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'isnull',
  'notnull'
] as const
export type Operator = (typeof operators)[number]

/** A condition on a column. `value` is the text of a request; of `in` it is a list. */
export interface Filter {
  column: string
  operator: Operator
  /** Empty for `isnull` and `notnull`. */
  value: string
}

/** The order of rows by a column; rows with equal values are in the order of the key. */
export interface Sort {
  column: string
  isDescending: boolean
}

/** The parameters of a table's address, in the syntax of Datasette. */
export interface DataQuery {
  /** `column__operator=value`. */
  filters: Filter[]
  /** `_sort=column` or `_sort_desc=column`. */
  sort?: Sort | undefined
  /** `_facet=column`: columns whose most frequent values are counted. */
  facets: string[]
  /** `_col=column`: columns to show; all if none is named. */
  columns: string[]
  /** `_size=rows`. */
  size?: number | undefined
  /** `_next=cursor`. */
  cursor?: string | undefined
}

/** Facets of one page. */
const MAX_FACETS = 4
const MAX_SIZE = 1_000_000

/**
 * Reads a query string; `names` are the columns of the table. Unknown parameters, columns and operators
 * are ignored, as those that other sites add to links.
 */
export function parseDataQuery(search: string, names: readonly string[]): DataQuery {
  const parameters = new URLSearchParams(search)
  const columnsOf = (parameter: string) => [
    ...new Set(parameters.getAll(parameter).filter((name) => names.includes(name)))
  ]
  return {
    filters: [...parameters].flatMap(([key, value]) => filterOf({ key, value }, names) ?? []),
    sort: sortOf(parameters, names),
    facets: columnsOf('_facet').slice(0, MAX_FACETS),
    columns: columnsOf('_col'),
    size: sizeOf(parameters.get('_size')),
    cursor: parameters.get('_next') || undefined
  }
}

function filterOf(
  { key, value }: { key: string; value: string },
  names: readonly string[]
): Filter | undefined {
  if (names.includes(key)) return { column: key, operator: 'exact', value }
  const end = key.lastIndexOf('__')
  const column = key.slice(0, end)
  const operator = operators.find((each) => each === key.slice(end + 2))
  if (end < 1 || !operator || !names.includes(column)) return undefined
  return { column, operator, value: takesValue(operator) ? value : '' }
}

/** Whether an operator compares with a value. */
export function takesValue(operator: Operator): boolean {
  return operator !== 'isnull' && operator !== 'notnull'
}

function sortOf(parameters: URLSearchParams, names: readonly string[]): Sort | undefined {
  const [column, descending] = [parameters.get('_sort'), parameters.get('_sort_desc')]
  if (column !== null && names.includes(column)) return { column, isDescending: false }
  if (descending === null || !names.includes(descending)) return undefined
  return { column: descending, isDescending: true }
}

function sizeOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) && Number(text) <= MAX_SIZE
    ? Number(text)
    : undefined
}

/** The canonical query string with its question mark; empty without any. */
export function dataSearch(query: DataQuery): string {
  const { filters, sort, facets, columns, size, cursor } = query
  const conditions = filters.map(
    ({ column, operator, value }) =>
      [`${column}__${operator}`, takesValue(operator) ? value : '1'] as const
  )
  const parameters = [
    ...conditions.toSorted((a, b) => compare(String(a), String(b))),
    ...(sort ? [[sort.isDescending ? '_sort_desc' : '_sort', sort.column] as const] : []),
    ...facets.map((name) => ['_facet', name] as const),
    ...columns.map((name) => ['_col', name] as const),
    ...(size === undefined ? [] : [['_size', String(size)] as const]),
    ...(cursor === undefined ? [] : [['_next', cursor] as const])
  ]
  return parameters.length === 0
    ? ''
    : `?${new URLSearchParams(parameters.map((pair) => [...pair]))}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The parameters of the form that adds a condition, in a browser without script. */
export const filterForm = {
  column: '_filter_column',
  operator: '_filter_op',
  value: '_filter_value'
}

/**
 * The condition that the form of a table adds. Undefined if the query string is not that of the form; null
 * if its column or operator is not known, as when none was chosen.
 */
export function parseFilterForm(
  search: string,
  names: readonly string[]
): Filter | null | undefined {
  const parameters = new URLSearchParams(search)
  const column = parameters.get(filterForm.column)
  if (column === null) return undefined
  const operator = operators.find((each) => each === parameters.get(filterForm.operator))
  if (!operator || !names.includes(column)) return null
  const value = parameters.get(filterForm.value) ?? ''
  return { column, operator, value: takesValue(operator) ? value : '' }
}

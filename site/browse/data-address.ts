import { type DataQuery, dataSearch } from './data-query.ts'

/** The list of tables. */
export const DATA_PATH = '/_data'

/** Formats of all rows of a table, by the ending of the address. */
export const dataFormats = ['csv', 'json', 'ndjson'] as const
export type DataFormat = (typeof dataFormats)[number]

/** Address of a table or view; with a format, of all its rows as a file. */
export function tableHref(table: string, query?: DataQuery, format?: DataFormat): string {
  const ending = format ? `.${format}` : ''
  return `${DATA_PATH}/${encodeURIComponent(table)}${ending}${query ? dataSearch(query) : ''}`
}

/** Address of a row by the values of its key. */
export function rowHref(table: string, key: readonly string[]): string {
  // An empty part would leave an address that ends in a slash.
  const parts = key.map((part) => encodeURIComponent(part).replaceAll('~', '%7E') || '~')
  return `${tableHref(table)}/${parts.join(',')}`
}

/** Address of the page that runs SQL, with a statement to begin with. */
export function sqlHref(sql?: string): string {
  // An apostrophe would be escaped in HTML, where the build of a folder leaves escaped addresses alone.
  const encoded = sql === undefined ? '' : encodeURIComponent(sql).replaceAll("'", '%27')
  return `${DATA_PATH}/query${encoded && `?sql=${encoded}`}`
}

/** A page below `/_data`. */
export type DataPage =
  | { kind: 'index' }
  /** A part of the rows of a table; `search` is canonical, see `dataSearch`. */
  | { kind: 'rows'; table: string; search: string }
  /** `key` are the texts of the key columns. */
  | { kind: 'row'; table: string; key: string[] }

export function dataPageHref(page: DataPage): string {
  if (page.kind === 'index') return DATA_PATH
  return page.kind === 'row' ? rowHref(page.table, page.key) : tableHref(page.table) + page.search
}

/** What an address below `/_data/` names. */
export type DataAddress =
  | { kind: 'table'; table: string; format: DataFormat | undefined }
  | { kind: 'row'; table: string; key: string[] }

/** Reads an encoded path below `/_data/`; undefined for other addresses. */
export function parseDataPath(path: string): DataAddress | undefined {
  const [table = '', key, ...further] = path.slice(DATA_PATH.length + 1).split('/')
  if (!path.startsWith(`${DATA_PATH}/`) || further.length > 0) return undefined
  if (key !== undefined) {
    const parts = key.split(',').map((part) => (part === '~' ? '' : decodeURIComponent(part)))
    return { kind: 'row', table: decodeURIComponent(table), key: parts }
  }
  const format = dataFormats.find((each) => table.endsWith(`.${each}`))
  const name = format ? table.slice(0, -format.length - 1) : table
  return { kind: 'table', table: decodeURIComponent(name), format }
}

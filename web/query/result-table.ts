import { encodePath } from '../../site/addresses/site-address.ts'
import { basePath } from '../islands/base-path.ts'
import type { Cell, RowOrder } from './protocol.ts'

/** Characters of a value that are shown; the files have all. */
const MAX_CHARACTERS = 300

interface TableOptions {
  columns: string[]
  rows: Cell[][]
  order: RowOrder | undefined
  label: string
  onSort: (order: RowOrder | undefined) => void
}

/**
 * Draws rows as a table. A click on the head of a column sorts by it: ascending, descending, and then as
 * the statement has sorted them.
 */
export function drawTable({ columns, rows, order, label, onSort }: TableOptions): HTMLElement {
  const box = element('div', { className: 'query-scroll', tabIndex: 0, role: 'region' })
  box.ariaLabel = label
  const table = element('table')
  const head = element('tr')
  head.append(...columns.map((name, column) => headCell(name, { column, order, onSort })))
  const body = element('tbody')
  body.append(...rows.map((row) => bodyRow(row, columns)))
  const top = element('thead')
  top.append(head)
  table.append(top, body)
  box.append(table)
  return box
}

function headCell(
  name: string,
  { column, order, onSort }: { column: number } & Pick<TableOptions, 'order' | 'onSort'>
): HTMLElement {
  const cell = element('th', { scope: 'col' })
  const isSorted = order?.column === column
  if (isSorted) cell.ariaSort = order.isDescending ? 'descending' : 'ascending'
  const button = element('button', { type: 'button', textContent: name })
  button.addEventListener('click', () => {
    if (isSorted && order.isDescending) onSort(undefined)
    else onSort({ column, isDescending: isSorted })
  })
  cell.append(button)
  return cell
}

function bodyRow(row: Cell[], columns: string[]): HTMLElement {
  const line = element('tr')
  line.append(...row.map((value, column) => bodyCell(value, columns[column] ?? '')))
  return line
}

function bodyCell(value: Cell, column: string): HTMLElement {
  const cell = element('td')
  if (value === null) {
    cell.append(element('span', { className: 'query-null', textContent: 'null' }))
  } else if (typeof value === 'string' && isPath(value, column)) {
    cell.append(element('a', { href: basePath + encodePath(value), textContent: value }))
  } else {
    if (typeof value === 'number' || typeof value === 'bigint') cell.className = 'query-number'
    cell.textContent = shown(value)
  }
  return cell
}

/** Whether a value is a path of the site: `path`, `parent_path` and so on. */
function isPath(value: string, column: string): boolean {
  return /(^|_)path$/i.test(column) && /^\/(?!\/)/.test(value)
}

function shown(value: Exclude<Cell, null>): string {
  const text = value instanceof Uint8Array ? `x'${hex(value)}'` : String(value)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text
}

function hex(bytes: Uint8Array): string {
  const first = bytes.subarray(0, MAX_CHARACTERS)
  return Array.from(first, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {}
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}

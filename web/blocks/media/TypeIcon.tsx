import type { ReactNode } from 'react'

import type { PageContext } from '../context/page-context.ts'

const lines = 'M1 2h12v1.5H1zM1 6h12v1.5H1zM1 10h8v1.5H1z'
const number =
  'M4.5 1H6l-.4 3h3L9 1h1.5l-.4 3H13v1.5H9.9l-.4 3h3V10H9.3l-.4 3H7.4l.4-3h-3l-.4 3H2.9l.4-3H1V8.5h2.5l.4-3H1.5V4h2.6zM5.4 5.5l-.4 3h3l.4-3z'
const items = 'M1 2.5h2v2H1zM5 2.8h8v1.5H5zM1 6h2v2H1zM5 6.3h8v1.5H5zM1 9.5h2v2H1zM5 9.8h8v1.5H5z'
const month = 'M3 1h1.5v1h5V1H11v1h2v11H1V2h2zM2.5 5.5v6h9v-6z'
const clock = 'M7 1a6 6 0 1 0 0 12A6 6 0 0 0 7 1zM6.3 3.5h1.4v3.2L10 8.1l-.7 1.2-3-1.8z'
const person = 'M7 1a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM1.5 13c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5z'
const file = 'M3 1h5l3 3v9H3zM7.5 2.5V5H10z'

/** Outlines on a grid of 14 by 14, by the type of a property or view. */
const paths = new Map([
  ['title', 'M2 2h10v2H8v8H6V4H2z'],
  ['number', number],
  ['auto_increment_id', number],
  ['unique_id', number],
  ['select', 'M7 1a6 6 0 1 0 0 12A6 6 0 0 0 7 1zM4 5.5h6l-3 4z'],
  ['multi_select', items],
  [
    'status',
    'M7 1a6 6 0 1 0 0 12A6 6 0 0 0 7 1zM7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM7 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z'
  ],
  ['date', month],
  ['created_time', clock],
  ['last_edited_time', clock],
  ['person', person],
  ['created_by', person],
  ['last_edited_by', person],
  ['file', file],
  ['checkbox', 'M1 1h12v12H1zM2.5 2.5v9h9v-9zM4 6.8l1-1 1.5 1.5 3-3.1 1 1-4 4.2z'],
  [
    'url',
    'M6 4.5H4a2.5 2.5 0 0 0 0 5h2V8H4a1 1 0 0 1 0-2h2zM8 4.5h2a2.5 2.5 0 0 1 0 5H8V8h2a1 1 0 0 0 0-2H8z'
  ],
  ['check', 'M5.5 12 14 3.5 12.5 2l-7 7-4-4L0 6.5z'],
  ['email', 'M1 2.5h12v9H1zM2.5 4.5V10h9V4.5L7 8z'],
  [
    'phone_number',
    'M3 1h2.5l1 3L5 5.2c.7 1.5 1.8 2.7 3.3 3.4l1.2-1.4 3 1V11c0 1-1 2-2 2C6 13 1 8 1 3c0-1 1-2 2-2z'
  ],
  ['relation', 'M4 2h8v8h-1.5V4.6L3.1 12 2 10.9l7.4-7.4H4z'],
  [
    'rollup',
    'M6 1a5 5 0 1 0 3 9l3 3 1-1-3-3a5 5 0 0 0-4-8zM6 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z'
  ],
  ['formula', 'M2 1h10v2H5.5L9 7l-3.5 4H12v2H2v-1.5L6.3 7 2 2.5z'],
  ['table', 'M1 2h12v10H1zM2.5 5.5v2h3.7v-2zM7.7 5.5v2h3.8v-2zM2.5 9v1.5h3.7V9zM7.7 9v1.5h3.8V9z'],
  ['board', 'M1 1.5h3.5v11H1zM5.3 1.5h3.5v7H5.3zM9.6 1.5H13v9H9.6z'],
  ['gallery', 'M1 1h5.3v5.3H1zM7.7 1H13v5.3H7.7zM1 7.7h5.3V13H1zM7.7 7.7H13V13H7.7z'],
  ['list', items],
  ['calendar', month],
  ['timeline', 'M1 2.5h7V4H1zM4 6.3h7v1.5H4zM7 10h6v1.5H7z'],
  ['chart', 'M1 8h3v5H1zM5.5 4h3v9h-3zM10 1h3v12h-3z']
])

/**
 * The icon of a type of properties, views or files in the look of Notion; the other look has none.
 */
export function renderTypeIcon(
  { theme }: Pick<PageContext, 'theme'>,
  type: string,
  className?: string
): ReactNode {
  if (theme !== 'notion') return null
  return (
    <svg className={className} viewBox="0 0 14 14" width={14} height={14} aria-hidden="true">
      <path d={paths.get(type) ?? lines} fillRule="evenodd" />
    </svg>
  )
}

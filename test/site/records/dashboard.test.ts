import type { CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import { dashboardRows, withWidgets } from '../../../site/notion/collections/dashboard.ts'

const board = (format: unknown, type = 'dashboard') =>
  ({ id: 'board', type, format }) as unknown as CollectionView
const rows = (format: unknown) =>
  dashboardRows(board(format)).map((row) => row.map(({ viewId, width }) => [viewId, width]))

const shapes: [string, unknown][] = [
  [
    'rows of widgets',
    {
      dashboard: {
        rows: [
          { widgets: [{ view_id: 'a', width: 4 }, { view_id: 'b' }] },
          { widgets: [{ view_id: 'c' }] }
        ]
      }
    }
  ],
  [
    'a list with row indexes',
    {
      widgets: [
        { view_id: 'a', width: 4, row_index: 0 },
        { viewId: 'b', row_index: 0 },
        { view_id: 'c', row_index: 1 }
      ]
    }
  ],
  [
    'pointers in modules',
    {
      modules: [
        [
          { width: 4, view_pointer: { table: 'collection_view', id: 'a' } },
          { pointer: { table: 'collection_view', id: 'b' } }
        ],
        [{ table: 'collection_view', id: 'c' }]
      ]
    }
  ]
]

test.each(shapes)('widgets are read from %s', (_, format) => {
  expect(rows(format)).toEqual([
    [
      ['a', 4],
      ['b', undefined]
    ],
    [['c', undefined]]
  ])
})

test('a damaged dashboard has the widgets that can be read, each once', () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ view_id: `view ${at}`, width: 'wide' }))
  expect(rows({ rows: [null, 3, [{ view_id: 7 }], { widgets: many }] }).flat()).toHaveLength(50)
  expect(rows([{ view_id: 'a' }, { view_id: 'a' }, { view_id: 'board' }])).toEqual([
    [['a', undefined]]
  ])
  expect(rows(undefined)).toEqual([])
  expect(dashboardRows(board({ rows: [{ view_id: 'a' }] }, 'table'))).toEqual([])
})

test('the views of a block are followed by those of its dashboards', () => {
  const views = new Map([['board', board({ rows: [{ view_id: 'a' }, { view_id: 'b' }] })]])
  const viewOf = (id: string) => views.get(id)
  expect(withWidgets(['b', 'board'], viewOf)).toEqual(['b', 'board', 'a'])
  expect(withWidgets(['b'], viewOf)).toEqual(['b'])
})

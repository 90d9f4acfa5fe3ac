import { z } from 'zod'

import { operators } from '../../../../site/browse/data-query.ts'
import { cursorParameter, generation, limitParameter, nextCursor } from './common.ts'

export const RowsParams = z.object({
  name: z.string().meta({
    description: 'id of the collection, or its `view` in `/api/collections`'
  })
})

/** One condition: `oil__gte=3`. */
const where = z.string().max(2200)

export const RowsQuery = z.strictObject({
  where: z
    .union([where, z.array(where).max(12)])
    .optional()
    .meta({
      description: `condition on a column, such as \`oil__gte=3\`; may be repeated. Operators: ${operators.join(', ')}`
    }),
  sort: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'column to sort by; `-` before it reverses the order' }),
  properties: z
    .string()
    .max(4000)
    .optional()
    .meta({ description: 'columns of the answer, separated by commas; all by default' }),
  limit: limitParameter,
  cursor: cursorParameter
})

const value = z.union([z.string(), z.number(), z.null()])

export const RowList = z
  .object({
    generation,
    collectionId: z.string().meta({ description: 'UUID of the collection' }),
    nextCursor,
    rows: z.array(
      z
        .object({
          id: z.string().meta({ description: 'UUID of the row, which is a page' }),
          path: z.string().meta({ description: 'path of the row on the site' }),
          values: z.record(z.string(), value).meta({
            description:
              'values by column, as in the SQL view: numbers as numbers, checkboxes as 0 or 1, several values joined by `, `, dates in two columns'
          })
        })
        .meta({ id: 'Row' })
    )
  })
  .meta({ id: 'RowList' })

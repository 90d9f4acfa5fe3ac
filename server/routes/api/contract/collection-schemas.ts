import { z } from 'zod'

import { generation } from './common.ts'

const Property = z
  .object({
    id: z.string().meta({ description: "Notion's property id; `title` for the title" }),
    name: z.string(),
    type: z.string().meta({ description: 'such as `text`, `select`, `relation` or `formula`' }),
    column: z.string().meta({ description: 'column in the SQL view of the collection' }),
    options: z
      .array(z.string())
      .nullable()
      .meta({ description: 'options of a select, multi-select or status; else null' })
  })
  .meta({ id: 'Property' })

const CollectionFacts = z
  .object({
    id: z.string().meta({ description: 'UUID of the collection' }),
    name: z.string(),
    view: z.string().meta({ description: 'SQL view of its rows in the mirror' }),
    pageId: z.string().nullable().meta({ description: 'UUID of the page that contains it' }),
    rows: z.int().meta({ description: 'number of rows' }),
    properties: z.array(Property)
  })
  .meta({ id: 'Collection' })

export const CollectionList = z
  .object({ generation, collections: z.array(CollectionFacts) })
  .meta({ id: 'CollectionList' })

export const NoQuery = z.strictObject({})

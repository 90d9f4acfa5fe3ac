import { z } from 'zod'

import { generation, time, wholeNumber } from './common.ts'

export const ChangesQuery = z.strictObject({
  since: wholeNumber.meta({ description: '`generation` of what the caller has' })
})

const PageChange = z
  .object({
    id: z.string().meta({ description: 'UUID of the page' }),
    change: z.enum(['added', 'changed', 'removed']).meta({
      description:
        'what happened to the page; `changed` includes its values, its name, and the names of other pages that it shows'
    }),
    generation: z.int().meta({ description: 'the last publication that did so' }),
    path: z.string().meta({ description: 'path on the site; of a removed page the last one' })
  })
  .meta({ id: 'PageChange' })

export const ChangeList = z
  .object({
    since: z.int(),
    generation,
    publishedTime: time('the publication'),
    changes: z
      .array(PageChange)
      .meta({ description: 'each page once, the last changed at the end' })
  })
  .meta({ id: 'ChangeList' })

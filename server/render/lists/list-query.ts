import { z } from 'zod'

const MAX_FROM = 10_000_000

/** The query of a list: `from` is the number of entries to skip; an invalid value counts as 0. */
export const ListQuery = z.object({
  from: z.coerce.number().int().min(0).max(MAX_FROM).catch(0)
})

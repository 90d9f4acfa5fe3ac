import { z } from 'zod'

const MAX_FROM = 10_000_000

/** What a list is asked for: how many entries to pass over. What makes no sense is the beginning. */
export const ListQuery = z.object({
  from: z.coerce.number().int().min(0).max(MAX_FROM).catch(0)
})

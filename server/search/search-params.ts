import { z } from 'zod'

import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { parseFrom } from '../../site/addresses/page-query.ts'
import { MAX_TAG_LENGTH } from '../../site/addresses/tag-path.ts'

/** The id of a page or a collection, as 32 hex digits or a UUID; an empty one is none. */
export const optionalId = z
  .string()
  .transform((value, context) => {
    if (value === '') return undefined
    const id = parseId(value)
    if (id !== undefined) return id
    context.addIssue({ code: 'custom', message: 'write 32 hex digits or a UUID' })
    return z.NEVER
  })
  .optional()

/** The name of a tag; an empty one is none. */
export const optionalTag = z
  .string()
  .max(MAX_TAG_LENGTH)
  .transform((value) => value || undefined)
  .optional()

/** How many results to pass over, as the addresses of views have it: what makes no sense is the beginning. */
export const resultsBefore = z
  .string()
  .catch('')
  .transform((value) => parseFrom(value) ?? 0)

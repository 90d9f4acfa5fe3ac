import { z } from 'zod'

import { DEFAULT_LIMIT } from '../../../responses/response-request.ts'
import { readId } from '../../../search/search-params.ts'

/** The version of the contract: the first number changes if something is removed or narrowed. */
export const API_VERSION = '1.0.0'

export const MAX_LIMIT = 200

/** UTC milliseconds since 1970. */
export const time = (description: string) =>
  z.int().meta({ description: `${description}; UTC milliseconds since 1970` })

/** An id of the workspace; parsed into its dashed form. */
export const idParameter = (description: string) =>
  z
    .string()
    .max(64)
    .transform(readId)
    .meta({ description: `${description}; 32 hex digits or a UUID` })

/** A whole number from 0. An empty text is refused, which `Number` would convert to 0. */
export const wholeNumber = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value.trim() || Number.NaN) : value),
  z
    .number({
      error: ({ input }) =>
        input === undefined ? 'is missing; write a whole number' : 'is not a whole number'
    })
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
)

export const limitParameter = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_LIMIT)
  .default(DEFAULT_LIMIT)
  .meta({ description: 'number of entries in the answer' })

export const cursorParameter = z
  .string()
  .max(4000)
  .optional()
  .meta({ description: '`nextCursor` of the answer before, with the same other parameters' })

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'cursor of the entries that follow; null after the last one' })

export const generation = z
  .int()
  .meta({ description: 'number of the publication that was read; each publication adds one' })

export const ErrorBody = z
  .object({
    error: z.string().meta({ description: 'code of the error; see docs/routes.md' }),
    message: z.string().meta({ description: 'what is wrong, for people' })
  })
  .meta({ id: 'Error', description: 'every error has this shape' })

/** Answers that every address may give. */
export const errors = {
  '4xx': ErrorBody.describe('The request is not valid, or there is nothing at this address.'),
  '5xx': ErrorBody.describe('The server cannot answer at the moment.')
}

/** An answer with status 200. */
export const jsonAnswer = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } }
})

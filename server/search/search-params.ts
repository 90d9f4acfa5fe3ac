import { z } from 'zod'

import type { SearchRequest } from '../../db/search/search-request.ts'
import { parseFrom } from '../../site/addresses/page-query.ts'
import { MAX_TAG_LENGTH } from '../../site/addresses/tag-path.ts'
import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { parseQuery } from '../../site/search/parse-query.ts'

/** What a visitor searches for. */
export interface SearchParams extends Omit<SearchRequest, 'hidden' | 'spoilerLabel'> {
  /** Whether the query is still being typed: then it is not counted as a zero-result search. */
  isTyping?: boolean | undefined
}

/** Searches with equal keys have equal answers. */
export function cacheKey({
  query,
  limit,
  offset,
  ancestorId,
  collection,
  tag
}: SearchParams): string {
  const { text, isCut } = parseQuery(query)
  return JSON.stringify([text, isCut, limit, offset, ancestorId, collection, tag])
}

/** The dashed form of an id; an issue for any other text. */
export function readId(value: string, context: z.RefinementCtx): string {
  const id = parseId(value)
  if (id !== undefined) return id
  context.addIssue({ code: 'custom', message: 'write 32 hex digits or a UUID' })
  return z.NEVER
}

/**
 * The id of a page or a collection, as 32 hex digits or a UUID; an empty string counts as absent.
 */
export const optionalId = z
  .string()
  .transform((value, context) => (value === '' ? undefined : readId(value, context)))
  .optional()

/** The name of a tag; an empty string counts as absent. */
export const optionalTag = z
  .string()
  .max(MAX_TAG_LENGTH)
  .transform((value) => value || undefined)
  .optional()

/** The number of results to skip, as in the addresses of views; an invalid value counts as 0. */
export const resultsBefore = z
  .string()
  .catch('')
  .transform((value) => parseFrom(value) ?? 0)

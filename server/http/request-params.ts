import { ApiError } from '../errors.ts'

/**
 * What a POST asks for: its body says, or else its query. Throws `ApiError` bad_request where
 * neither says anything.
 */
export function requestParams<Query extends object, Body extends object>(request: {
  query: Query
  body: Body | null
}): Query & Body {
  const { query, body } = request
  if (body === null && Object.keys(query).length === 0) throw new ApiError('bad_request')
  // Without a body the query stands for it: both hold nothing that is required.
  return { ...query, ...(body ?? ({} as Body)) }
}

import { ApiError } from '../errors.ts'

/** The body of a POST merged over its query. Throws `ApiError` bad_request if both are empty. */
export function requestParams<Query extends object, Body extends object>(request: {
  query: Query
  body: Body | null
}): Query & Body {
  const { query, body } = request
  if (body === null && Object.keys(query).length === 0) throw new ApiError('bad_request')
  // The cast is sound because no field of the body is required.
  return { ...query, ...(body ?? ({} as Body)) }
}

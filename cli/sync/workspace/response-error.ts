/** The workspace sent a response that does not contain what was requested. */
export class ResponseError extends Error {
  override name = 'ResponseError'
}

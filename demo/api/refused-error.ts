/** A malformed or forbidden request: status 400, where a fault of the API itself is a 500. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

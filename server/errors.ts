import { STATUS_CODES } from 'node:http'

/** `Retry-After` of answers with status 503. */
export const RETRY_AFTER_SECONDS = 30

/** The errors of the API by code, with status and message. */
const catalogue = {
  bad_request: { status: 400, message: 'The request is not valid.' },
  malformed_address: {
    status: 400,
    message: 'This address is incomplete or mistyped: it is not valid UTF-8.'
  },
  invalid_page_id: {
    status: 400,
    message: 'The page id is not valid; write 32 hex digits or a UUID.'
  },
  foreign_page: { status: 400, message: 'The page belongs to another workspace.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not support the request method.'
  },
  forbidden: { status: 403, message: 'There is no file to serve at this address.' },
  foreign_origin: {
    status: 403,
    message: 'Pages of other sites may not send requests to this address.'
  },
  unsupported_media_type: {
    status: 415,
    message: 'The media type of the body is not supported; send JSON as application/json.'
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  headers_too_large: { status: 431, message: 'The headers of the request are longer than 16 kB.' },
  payload_too_large: { status: 413, message: 'The body is longer than 16 kB.' },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not one of this list; begin without a cursor.'
  },
  generation_too_old: {
    status: 410,
    message: 'The changes since this generation are not known; read all pages.'
  },
  too_many_requests: {
    status: 429,
    message: 'There were too many requests from your address; try again in a minute.'
  },
  page_not_found: { status: 404, message: 'The mirror has no page with this id.' },
  collection_not_found: {
    status: 404,
    message: 'The mirror has no collection with this id or name.'
  },
  image_not_found: { status: 404, message: 'The mirror has no image with this address.' },
  picture_failed: {
    status: 500,
    message: 'This picture cannot be drawn at the moment.'
  },
  not_ready: {
    status: 503,
    message: 'The first sync has not been completed yet; try again in a moment.'
  },
  download_not_ready: {
    status: 503,
    message: 'The copy of the mirror is not ready; try again in a moment.'
  },
  copy_gone: {
    status: 410,
    message: 'This copy of the mirror has been replaced; /generation.json names the current one.'
  },
  data_not_ready: {
    status: 503,
    message: 'The data still contains pages that are excluded now; it returns with the next sync.'
  },
  search_not_ready: {
    status: 503,
    message: 'The search index is not ready; try again in a moment.'
  },
  page_failed: {
    status: 500,
    message: 'This page cannot be rendered at the moment.'
  },
  page_late: {
    status: 503,
    message: 'This page takes too long to render at the moment; try again later.'
  },
  busy: { status: 503, message: 'The server is busy; try again in a moment.' },
  mirror_unreadable: {
    status: 503,
    message: 'The mirror cannot be read at the moment; the reason is in the log of the server.'
  }
} as const

export type ErrorCode = keyof typeof catalogue

/** All codes, the values of `error` in answers. */
export const errorCodes = Object.keys(catalogue)

/** An error whose message is sent to the client, as JSON `{error, message}`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly statusCode: number

  constructor(code: ErrorCode, message: string = catalogue[code].message) {
    super(message)
    this.code = code
    this.statusCode = catalogue[code].status
  }
}

/** The message of an `ApiError` with status 400 if it is not just that of its code; undefined otherwise. */
export function detailOf(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.statusCode !== 400) return undefined
  return error.message === catalogue[error.code].message ? undefined : error.message
}

/**
 * Status and JSON body of an error. The message of an internal error (500 and up, not `ApiError`)
 * is replaced.
 */
export function describeError(error: { statusCode?: number; message: string }) {
  const statusCode = error.statusCode ?? 500
  const name = STATUS_CODES[statusCode] ?? 'Internal Server Error'
  const isPublic = statusCode < 500 || error instanceof ApiError
  const message = isPublic ? error.message : 'Something went wrong on our side.'
  return { statusCode, body: { error: name.toLowerCase().replaceAll(' ', '_'), message } }
}

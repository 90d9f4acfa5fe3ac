import { STATUS_CODES } from 'node:http'

/** What cannot be answered yet is to be asked again after so long. */
export const RETRY_AFTER_SECONDS = 30

/** Every refusal of the API, by code: its HTTP status and what it tells the caller. */
const catalogue = {
  bad_request: { status: 400, message: 'The request is not valid.' },
  malformed_address: {
    status: 400,
    message: 'This address is cut off or mistyped: its letters cannot be read.'
  },
  invalid_page_id: {
    status: 400,
    message: 'The page id is not valid; write 32 hex digits or a UUID.'
  },
  foreign_page: { status: 400, message: 'The page belongs to another workspace.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not answer requests of this kind.'
  },
  forbidden: { status: 403, message: 'This address is no file that can be had.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body is of a kind that is not read here; send JSON as application/json.'
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  headers_too_large: { status: 431, message: 'The headers of the request are longer than 16 kB.' },
  payload_too_large: { status: 413, message: 'The body is longer than 16 kB.' },
  page_not_found: { status: 404, message: 'The mirror holds no page with this id.' },
  image_not_found: { status: 404, message: 'The mirror holds no image of this address.' },
  picture_failed: {
    status: 500,
    message: 'This picture cannot be drawn at the moment; the page can be shown.'
  },
  not_ready: {
    status: 503,
    message: 'No first sync has been completed yet; try again in a moment.'
  },
  download_not_ready: {
    status: 503,
    message: 'The copy of the mirror is not there yet; try again in a moment.'
  },
  search_not_ready: {
    status: 503,
    message: 'The search is not ready; try again in a moment. The pages are there.'
  },
  page_failed: {
    status: 500,
    message: 'This page cannot be shown at the moment; the others can.'
  },
  page_late: {
    status: 503,
    message: 'This page takes too long to render at the moment; try again later.'
  },
  busy: { status: 503, message: 'Too much is asked for at once; try again in a moment.' },
  mirror_unreadable: {
    status: 503,
    message: 'The pages cannot be read at the moment; the log of the server says why.'
  }
} as const

export type ErrorCode = keyof typeof catalogue

/** Codes of the catalogue, as answers carry them in `error`. */
export const errorCodes = Object.keys(catalogue)

/** A refusal that the caller is told about, as JSON `{error, message}`. */
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

/** The JSON body for an error: its message below 500 and when it is of the catalogue, otherwise nothing of it. */
export function describeError(error: { statusCode?: number; message: string }) {
  const statusCode = error.statusCode ?? 500
  const name = STATUS_CODES[statusCode] ?? 'Internal Server Error'
  const isTold = statusCode < 500 || error instanceof ApiError
  const message = isTold ? error.message : 'Something went wrong on our side.'
  return { statusCode, body: { error: name.toLowerCase().replaceAll(' ', '_'), message } }
}

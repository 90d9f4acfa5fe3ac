import type { FastifyBaseLogger } from 'fastify'

/** A finished request, as it is logged. */
export interface RequestFacts {
  id: string
  method: string
  /** As received; the query is not logged, since it may contain what a visitor searches for. */
  url: string
  /** The pattern of the route. */
  route: string
  status: number
  /** Size of the body that was sent; undefined if it was not known in advance. */
  bytes: number | undefined
  /** Until the end of the response. */
  ms: number
  /** Whether a kept response was sent. */
  isKept: boolean
  /** Whether the client left before the end of the response. */
  isAborted: boolean
}

/** Characters of a path that are logged. */
const MAX_PATH_LENGTH = 1000

/** Logs one line for each request at level `info`. */
export class RequestLog {
  /** Whether the lines are logged; to be checked before `write` is called. */
  readonly isEnabled: boolean
  readonly #log: FastifyBaseLogger

  constructor(log: FastifyBaseLogger) {
    this.#log = log
    this.isEnabled = ['trace', 'debug', 'info'].includes(log.level)
  }

  write({ id, url, ms, isKept, isAborted, ...facts }: RequestFacts): void {
    const [path = ''] = url.split('?', 1)
    this.#log.info(
      {
        reqId: id,
        method: facts.method,
        path: path.slice(0, MAX_PATH_LENGTH),
        route: facts.route,
        status: facts.status,
        bytes: facts.bytes,
        ms: Math.round(ms * 1000) / 1000,
        kept: isKept,
        ...(isAborted && { aborted: true })
      },
      'request'
    )
  }
}

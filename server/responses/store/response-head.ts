import { type ServerResponse, STATUS_CODES } from 'node:http'

/** Names and values in turn, as `writeHead` takes them. */
export type FlatHeaders = string[]

/** Node's own field of a response for its head as text, which `end` writes before the body. */
const HEAD = '_header'
type WithHead = ServerResponse & { [HEAD]: string }

/** The status and the headers of a response that is sent many times. */
export class ResponseHead {
  readonly #status: number
  readonly #headers: FlatHeaders
  readonly #start: string
  #date = ''
  #text = ''

  constructor(status: number, headers: FlatHeaders) {
    const lines = headers.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'))
    this.#status = status
    this.#headers = headers
    this.#start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Date: `
  }

  /** Writes the head. Node checks and formats each header. */
  write(response: ServerResponse): void {
    response.writeHead(this.#status, this.#headers)
  }

  /**
   * Does the same with a text that is made once a second, which takes a fifth less CPU time for the
   * whole response. Only for a response without headers of its own, from a server without
   * `keepAliveTimeout`.
   */
  writeText(response: ServerResponse): void {
    if (!response.shouldKeepAlive) return this.write(response)
    response.statusCode = this.#status
    ;(response as WithHead)[HEAD] = this.#current()
  }

  #current(): string {
    const date = currentDate()
    if (date !== this.#date) {
      this.#date = date
      this.#text = `${this.#start}${date}\r\nConnection: keep-alive\r\n\r\n`
    }
    return this.#text
  }
}

const SECOND_MS = 1000
let date = ''
let dateEnds = 0

/** The value of the `Date` header, which has whole seconds. */
function currentDate(): string {
  const now = performance.now()
  if (now >= dateEnds) {
    const time = Date.now()
    dateEnds = now + SECOND_MS - (time % SECOND_MS)
    date = new Date(time).toUTCString()
  }
  return date
}

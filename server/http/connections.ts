import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time for pending responses when the server closes. */
const GRACE_MS = 5_000

/** Node's own field of a socket for the response that it sends. */
const SENT = '_httpMessage'
type SendingSocket = Socket & { [SENT]?: ServerResponse | null }

/** The open connections of an HTTP server with the pending responses that `track` was called for. */
export class Connections {
  /** In the order of their requests. */
  readonly #responses = new Map<Socket, ServerResponse[]>()
  readonly #onResponseClose: (this: ServerResponse) => void
  readonly #idleTimeoutMs: number
  #isClosing = false

  constructor(server: Server) {
    this.#idleTimeoutMs = server.timeout
    const remove = (response: ServerResponse) => this.#remove(response)
    this.#onResponseClose = function onClose() {
      remove(this)
    }
    server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('timeout', (socket: Socket) => this.#endIdle(socket))
  }

  /**
   * Adds a response. One that has ended already, such as a kept one, need not be added, which saves
   * some of its CPU time.
   */
  track({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#responses.get(socket)?.push(response)
    // One function for all: `once` and a closure take several times as long for each response.
    response.on('close', this.#onResponseClose)
  }

  /** The oldest pending response of a connection, or one that has ended and is still being sent. */
  responseOn(socket: Socket): ServerResponse | undefined {
    const [oldest] = this.#responses.get(socket) ?? []
    return oldest ?? (socket as SendingSocket)[SENT] ?? undefined
  }

  /**
   * Closes idle connections at once, also those that never sent a request, which Node's
   * `closeIdleConnections` leaves open. Others close when their responses are sent, or after
   * `graceMs`. Resolves when all are closed.
   */
  async close(graceMs = GRACE_MS): Promise<void> {
    this.#isClosing = true
    const sockets = [...this.#responses.keys()]
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const [socket, responses] of this.#responses) {
      if (responses.length === 0) socket.destroy()
      for (const response of responses) {
        if (!response.headersSent) response.setHeader('connection', 'close')
      }
    }
    const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs)
    await Promise.all(closed)
    clearTimeout(timer)
  }

  #add(socket: Socket): void {
    if (this.#isClosing) return void socket.destroy()
    this.#responses.set(socket, [])
    socket.once('close', () => this.#responses.delete(socket))
  }

  #remove(response: ServerResponse): void {
    const { socket } = response.req
    const responses = this.#responses.get(socket) ?? []
    if (responses[0] === response) responses.shift()
    else if (responses.includes(response)) responses.splice(responses.indexOf(response), 1)
    if (this.#isClosing && responses.length === 0) socket.destroySoon()
  }

  /** A client that waits for its response is not idle; that wait is bounded by other timeouts. */
  #endIdle(socket: Socket): void {
    const responses = [...(this.#responses.get(socket) ?? [])]
    if (responses.some((response) => !response.headersSent)) socket.setTimeout(this.#idleTimeoutMs)
    else socket.destroy()
  }
}

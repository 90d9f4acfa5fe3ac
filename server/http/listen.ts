import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * Listens at `host` and returns the port. `localhost` may resolve to both 127.0.0.1 and ::1. The
 * second address gets its own listener, which passes connections to the same HTTP server, so that
 * limits and closing apply to all. `close` stops these listeners; `app.close` does the rest.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number }
): Promise<{ port: number; close: () => void }> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explainListening(error, { host: '--host or HOST', port: '--port or PORT' })
  }
  const bound = app.server.address() as AddressInfo
  const listeners: Server[] = []
  if (host === 'localhost') {
    const addresses = new Set((await lookup(host, { all: true })).map(({ address }) => address))
    addresses.delete(bound.address)
    for (const address of addresses) {
      const listener = await listenAlso(app, { host: address, port: bound.port })
      if (listener) listeners.push(listener)
    }
  }
  return { port: bound.port, close: () => listeners.forEach((listener) => listener.close()) }
}

/** Passes connections at another address to the HTTP server; undefined if it cannot be bound. */
export async function listenAlso(
  app: FastifyInstance,
  address: { host: string; port: number }
): Promise<Server | undefined> {
  const options = { allowHalfOpen: true, noDelay: true }
  const onConnection = (socket: Socket) => app.server.emit('connection', socket)
  const listener = createServer(options, onConnection).listen(address)
  listener.maxConnections = app.server.maxConnections
  try {
    await once(listener, 'listening')
    return listener
  } catch (error) {
    app.log.info(error, `not listening at ${address.host}`)
    return undefined
  }
}

/**
 * The error of an address that cannot be listened on, with the remedy; `names` are those of what
 * changes the address. Returns any other error unchanged.
 */
export function explainListening(error: unknown, names: { host: string; port: string }): unknown {
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error
  const remedies: Partial<Record<string, string>> = {
    EADDRINUSE: `stop the program that uses the port, or choose another one with ${names.port}`,
    EACCES: `choose a port above 1023 with ${names.port}`
  }
  const remedy =
    remedies[code ?? ''] ??
    `choose an address of this machine with ${names.host}, and a port with ${names.port}`
  return new Error(`${message}; ${remedy}`, { cause: error })
}

/** An address to listen on as the host of a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

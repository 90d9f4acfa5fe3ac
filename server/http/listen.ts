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
  await app.listen({ host, port })
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

/** An address to listen on as the host of a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

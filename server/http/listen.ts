import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

/**
 * Listens at `host` and returns the port. `localhost` may be two addresses, 127.0.0.1 and ::1, and clients
 * try either: the second gets a listener that hands its connections to the same HTTP server, so that
 * limits and closing hold for all. `close` stops these listeners; `app.close` does the rest.
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

/** Hands what connects to `place` to the application's HTTP server; undefined where the address cannot be had. */
export async function listenAlso(
  app: FastifyInstance,
  place: { host: string; port: number }
): Promise<Server | undefined> {
  const options = { allowHalfOpen: true, noDelay: true }
  const take = (socket: Socket) => app.server.emit('connection', socket)
  const listener = createServer(options, take).listen(place)
  listener.maxConnections = app.server.maxConnections
  try {
    await once(listener, 'listening')
    return listener
  } catch (error) {
    app.log.info(error, `the site does not answer at ${place.host}`)
    return undefined
  }
}

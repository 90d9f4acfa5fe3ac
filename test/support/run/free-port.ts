import { once } from 'node:events'
import { type AddressInfo, type Server, createServer } from 'node:net'

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await startListening(server)
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export async function startListening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  return (server.address() as AddressInfo).port
}

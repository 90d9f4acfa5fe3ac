import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, type Server, createServer } from 'node:net'

/** Below the ports that systems give to servers on port 0 and to outgoing connections. */
const LOWEST = 20_000
const HIGHEST = 32_000

/** A port of 127.0.0.1 that nothing listens on, and that no server on port 0 will be given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await canListen(port)) return port
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export async function startListening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  return (server.address() as AddressInfo).port
}

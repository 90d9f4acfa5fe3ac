import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'

import { onFinished } from '../on-finished.ts'
import { startListening } from './free-port.ts'

/**
 * Starts a server on a free port of 127.0.0.1 and returns the port. The server is closed when the test
 * or file ends, a web server with its connections.
 */
export async function listening(server: Server | HttpServer): Promise<number> {
  const port = await startListening(server)
  onFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return port
}

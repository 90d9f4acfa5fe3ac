import net from 'node:net'

import { onFinished } from './on-finished.ts'

export interface RawSocket {
  socket: net.Socket
  /** Everything the server has sent so far. */
  received: () => string
  /** Resolves with everything the server has sent once the connection is closed. */
  closed: Promise<string>
}

/** Opens a connection to 127.0.0.1 to write raw bytes, unlike any HTTP client. */
export function openSocket(address: string, text = ''): RawSocket {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
  let received = ''
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')))
  // A server may reset a connection during a write.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  if (text) socket.write(text)
  onFinished(() => socket.destroy())
  return { socket, received: () => received, closed }
}

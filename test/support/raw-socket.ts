import net from 'node:net'

import { onFinished } from './on-finished.ts'

export interface RawSocket {
  socket: net.Socket
  /** What the server has sent, up to now. */
  received: () => string
  /** Resolves with all that the server has sent when the connection is closed. */
  closed: Promise<string>
}

/** A connection to 127.0.0.1 on which requests are written byte by byte, as no HTTP client would. */
export function openSocket(address: string, text = ''): RawSocket {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
  let received = ''
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')))
  // A server may reset a connection while it is written to.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  if (text) socket.write(text)
  onFinished(() => socket.destroy())
  return { socket, received: () => received, closed }
}

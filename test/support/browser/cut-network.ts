import net from 'node:net'

import type { FastifyInstance } from 'fastify'

import { onFinished } from '../on-finished.ts'
import { listening } from '../run/listening.ts'

/** A way to a site that can be cut, also for requests that no page sends. */
export interface CutNetwork {
  /** The origin of the site. */
  address: string
  /** Ends all connections and refuses new ones. */
  cut: () => void
  /** Accepts connections, on which nothing arrives until `mend`. */
  hold: () => void
  mend: () => void
  /** Leads to another server from now on. */
  leadTo: (server: FastifyInstance) => Promise<void>
}

/** Starts a port that leads to a server, or to the origin of one. */
export async function cutNetwork(server: FastifyInstance | string): Promise<CutNetwork> {
  let target = await portOf(server)
  let state: 'open' | 'cut' | 'held' = 'open'
  const sockets = new Set<net.Socket>()
  const held = new Set<net.Socket>()
  const keep = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A connection may be ended while it is written to.
    socket.on('error', () => socket.destroy())
  }
  const connect = (socket: net.Socket) => {
    const onward = net.connect(target, '127.0.0.1')
    keep(onward)
    socket.pipe(onward).pipe(socket)
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
  }
  const endAll = () => {
    held.clear()
    for (const socket of sockets) socket.destroy()
  }
  const front = net.createServer({ pauseOnConnect: true }, (socket) => {
    keep(socket)
    if (state === 'cut') socket.destroy()
    else if (state === 'held') held.add(socket)
    else connect(socket)
  })
  const port = await listening(front)
  onFinished(endAll)
  return {
    address: `http://127.0.0.1:${port}`,
    cut: () => {
      state = 'cut'
      endAll()
    },
    hold: () => {
      endAll()
      state = 'held'
    },
    mend: () => {
      state = 'open'
      for (const socket of held) connect(socket)
      held.clear()
    },
    leadTo: async (other) => {
      target = await portOf(other)
      endAll()
    }
  }
}

async function portOf(server: FastifyInstance | string): Promise<number> {
  const address =
    typeof server === 'string' ? server : await server.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}

import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { expect, test } from 'vitest'

import { Connections } from '../../../../server/http/connections.ts'

/** A server without a port: its events are emitted by the test. */
class Line extends EventEmitter {
  timeout = 7000
  readonly connections = new Connections(this as unknown as Server)

  connect(): TestSocket {
    const socket = new TestSocket()
    this.emit('connection', socket)
    return socket
  }

  request(socket: TestSocket): TestResponse {
    const request = { socket } as unknown as IncomingMessage
    const response = new TestResponse(request)
    this.connections.track(request, same(response))
    return response
  }
}

class TestSocket extends EventEmitter {
  timeouts: number[] = []
  isOpen = true

  destroy() {
    if (!this.isOpen) return
    this.isOpen = false
    this.emit('close')
  }

  destroySoon() {
    this.destroy()
  }

  setTimeout(ms: number) {
    this.timeouts.push(ms)
  }
}

class TestResponse extends EventEmitter {
  readonly req: IncomingMessage
  headersSent = false
  headers: Record<string, string> = {}

  constructor(req: IncomingMessage) {
    super()
    this.req = req
  }

  setHeader(name: string, value: string) {
    this.headers[name] = value
  }

  end() {
    this.headersSent = true
    this.emit('close')
  }
}

const same = (response: TestResponse) => response as unknown as ServerResponse

function open() {
  const line = new Line()
  const { connections } = line
  const pendingOn = (socket: TestSocket) => connections.responseOn(socket as unknown as Socket)
  return { line, connections, pendingOn }
}

test('the oldest pending response of a connection is known until it is sent', () => {
  const { line, pendingOn } = open()
  const [socket, other] = [line.connect(), line.connect()]
  const [first, second] = [line.request(socket), line.request(socket)]
  expect(pendingOn(socket)).toBe(same(first))
  expect(pendingOn(other)).toBeUndefined()
  first.end()
  expect(pendingOn(socket)).toBe(same(second))
  second.end()
  expect(pendingOn(socket)).toBeUndefined()
  expect(socket.isOpen).toBe(true)
  line.request(socket)
  socket.destroy()
  expect(pendingOn(socket)).toBeUndefined()
})

test('an idle connection is closed, one that waits for its response gets more time', () => {
  const { line } = open()
  const [idle, waiting, sending] = [line.connect(), line.connect(), line.connect()]
  line.request(waiting)
  line.request(sending).headersSent = true
  for (const socket of [idle, waiting, sending]) line.emit('timeout', socket)
  expect([idle.isOpen, waiting.isOpen, sending.isOpen]).toEqual([false, true, false])
  expect(waiting.timeouts).toEqual([7000])
  expect(idle.timeouts).toEqual([])
})

test('closing ends idle connections at once, and others when their last response is sent', async () => {
  const { line, connections } = open()
  const [idle, busy] = [line.connect(), line.connect()]
  const [begun, waiting] = [line.request(busy), line.request(busy)]
  begun.headersSent = true
  const closed = connections.close(60_000)
  expect([idle.isOpen, busy.isOpen]).toEqual([false, true])
  expect([begun.headers, waiting.headers]).toEqual([{}, { connection: 'close' }])
  const late = line.connect()
  expect(late.isOpen).toBe(false)
  begun.end()
  expect(busy.isOpen).toBe(true)
  waiting.end()
  expect(busy.isOpen).toBe(false)
  await closed
})

test('a connection that does not end is closed after the grace', async () => {
  const { line, connections } = open()
  const busy = line.connect()
  line.request(busy)
  await connections.close(1)
  expect(busy.isOpen).toBe(false)
})

test('a server without connections closes at once', async () => {
  await open().connections.close()
})

import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

/** What a path answers; `request` counts from 1 for each path. */
export type Answer = (response: ServerResponse, asked: { request: number }) => void

export interface FileHost {
  origin: string
  /** Every request so far, oldest first. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** Answers by path; others are 404. May be changed while the host runs. */
  answers: Map<string, Answer>
}

/** A web server of somebody else's on this machine: it answers what a test says. */
export async function startFileHost(answers: Record<string, Answer> = {}): Promise<FileHost> {
  const host: FileHost = {
    origin: '',
    requests: [],
    answers: new Map(Object.entries(answers))
  }
  const server = createServer((message, response) => {
    const path = message.url ?? '/'
    host.requests.push({ path, headers: message.headers })
    const request = host.requests.filter((asked) => asked.path === path).length
    const answer = host.answers.get(path)
    if (answer) answer(response, { request })
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Listening on a host and port, the address is never a pipe's name.
  host.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return host
}

/** Sends bytes with headers, status 200. */
export function sends(bytes: Uint8Array | string, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(200, headers).end(bytes)
}

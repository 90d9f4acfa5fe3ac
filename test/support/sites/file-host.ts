import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'

import { listening } from '../run/listening.ts'

/** Responds to a request; `request` counts from 1 for each path. */
export type Answer = (response: ServerResponse, call: { request: number }) => void

export interface FileHost {
  origin: string
  /** All requests so far, oldest first. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** Responders by path, 404 for others; may change while the host runs. */
  answers: Map<string, Answer>
}

/** Starts a web server that acts as a host outside the workspace. */
export async function startFileHost(answers: Record<string, Answer> = {}): Promise<FileHost> {
  const host: FileHost = {
    origin: '',
    requests: [],
    answers: new Map(Object.entries(answers))
  }
  const server = createServer((message, response) => {
    const path = message.url ?? '/'
    host.requests.push({ path, headers: message.headers })
    const request = host.requests.filter((each) => each.path === path).length
    const answer = host.answers.get(path)
    if (answer) answer(response, { request })
    else response.writeHead(404).end()
  })
  host.origin = `http://127.0.0.1:${await listening(server)}`
  return host
}

/** Responds with status 200, these bytes and headers. */
export function sends(bytes: Uint8Array | string, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(200, headers).end(bytes)
}

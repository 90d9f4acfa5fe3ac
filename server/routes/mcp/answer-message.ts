import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'

import { assistantServer } from './assistant-server.ts'
import type { AssistantSource } from './assistant-source.ts'

interface Message {
  headers: Record<string, string>
  /** Parsed. */
  body: unknown
  /** Aborts when the client has gone. */
  signal: AbortSignal
}

/** Answers one message without a session: nothing is remembered between two requests. */
export async function answerMessage(
  source: AssistantSource,
  { headers, body, signal }: Message
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const server = assistantServer(source)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  // Ends what the message has started, such as a statement.
  const close = () => void server.close().catch(source.onFailure)
  signal.addEventListener('abort', close)
  try {
    await server.connect(transport)
    const request = new Request('http://localhost/_mcp', { method: 'POST', headers })
    const response = await transport.handleRequest(request, { parsedBody: body })
    const text = await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  } finally {
    signal.removeEventListener('abort', close)
    await server.close()
  }
}

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type Server, createServer } from 'node:net'

import { errorCode } from '../finding.ts'

interface Address {
  host: string
  port: number
}

/** An address that is listened on, or the code of the error. */
export interface OccupiedAddress {
  code: string | undefined
  release: () => void
}

/**
 * Listens at an address until `release`, for `localhost` also at the second of its addresses, as a server
 * does.
 */
export async function occupyAddress({ host, port }: Address): Promise<OccupiedAddress> {
  const first = await occupy({ host, port })
  const others: OccupiedAddress[] = []
  if (host === 'localhost' && port !== 0) {
    const found = await lookup(host, { all: true }).catch(() => [])
    for (const { address } of found) others.push(await occupy({ host: address, port }))
  }
  const release = () => [first, ...others].forEach((each) => each.release())
  return { code: first.code, release }
}

async function occupy(address: Address): Promise<OccupiedAddress> {
  const server: Server = createServer()
  const release = () => void server.close()
  try {
    server.listen(address)
    await once(server, 'listening')
    return { code: undefined, release }
  } catch (error) {
    release()
    return { code: errorCode(error), release: () => {} }
  }
}

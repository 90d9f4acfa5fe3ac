import http from 'node:http'

import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { listening } from '../../support/run/listening.ts'
import {
  type FileSite,
  asset,
  attachment,
  imageBlock,
  openFileSite,
  picture
} from '../../support/sites/file-site.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'

type Fault = (response: http.ServerResponse, sent: Buffer) => unknown

/** A served site, whose responses may have faults. */
export interface Source extends FileSite {
  /** Address of the served site. */
  address: string
  /** Requests: path without its query, and range. */
  requests: { url: string; range: string | undefined }[]
  /** How often the pictures were requested. */
  pictures: () => number
  /** The fault of responses with a picture; may be changed. */
  faults: Map<string, Fault>
  mostAtOnce: () => number
}

/** The path of a picture. */
export const addressOf = (number: number) => `/image/${encodeURIComponent(attachment(number))}`

/** A synced site with a number of pictures, served through a proxy with faults. */
export async function openSource(count: number): Promise<Source> {
  const numbers = Array.from({ length: count }, (_, index) => 20 + index)
  const site = await openFileSite(() =>
    numbers.map((number) => imageBlock(number, attachment(number)))
  )
  for (const number of numbers) site.assets.set(attachment(number), asset(await picture(number)))
  await site.sync()
  const config = testConfig(ROOT_ID)
  const app = await buildApp({
    config,
    dataDir: site.dataDir,
    logLevel: 'silent',
    ...atOnce
  })
  const requests: Source['requests'] = []
  const faults: Source['faults'] = new Map()
  let [now, most] = [0, 0]
  const server = http.createServer(async (request, response) => {
    const [url = '/'] = (request.url ?? '/').split('?')
    requests.push({ url, range: request.headers.range })
    most = Math.max(most, ++now)
    response.on('close', () => now--)
    const headers = request.headers as Record<string, string>
    const answer = await app.inject({ url: request.url ?? '/', headers })
    response.writeHead(answer.statusCode, answer.headers as http.OutgoingHttpHeaders)
    const fault = faults.get(url)
    if (fault) fault(response, answer.rawPayload)
    else response.end(answer.rawPayload)
  })
  onFinished(() => app.close())
  const address = `http://127.0.0.1:${await listening(server)}`
  const pictures = () => requests.filter(({ url }) => url.startsWith('/image/')).length
  return { ...site, address, requests, pictures, faults, mostAtOnce: () => most }
}

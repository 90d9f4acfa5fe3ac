import { createHash } from 'node:crypto'

import { type TestAPI, test } from 'vitest'

import type { TestSite } from '../sites/site.ts'
import { isStatic, reasons } from './needs-server.ts'
import { keptFolder } from './static-site.ts'

/** A test that `npm run test:static` leaves out, because it needs a server. */
export function needsServer(reason: keyof typeof reasons): TestAPI {
  return isStatic && reason in reasons ? (test.skip as TestAPI) : test
}

/** A path as addresses and links have it: in a folder, that of a page ends with a slash. */
export function pathOf(path: string): string {
  if (!isStatic) return path
  const [, page = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? []
  return page.endsWith('/') ? path : `${page}/${rest}`
}

/** Starts what visitors visit: the server of a site, or a file server with its folder. */
export async function hosted(site: TestSite): Promise<string> {
  if (!isStatic) return site.app.listen({ host: '127.0.0.1', port: 0 })
  const { config, dataDir, mirror } = site
  const records = mirror.$client.prepare<[], string>('select raw from block order by id').pluck()
  const hash = createHash('sha256').update(JSON.stringify(config))
  for (const record of records.iterate()) hash.update(record)
  return keptFolder(hash.digest('hex').slice(0, 16), { dataDir, config })
}

import { createHash } from 'node:crypto'

import type { TestSite } from '../sites/site.ts'
import { keptFolder } from './static-site.ts'

/** Whether `npm run test:static` runs: the tests then visit folders of files instead of servers. */
const isStatic = process.env['FANSITE_TEST_STATIC'] === '1'

/** Starts what visitors visit: the server of a site, or a file server with its folder. */
export async function hosted(site: TestSite): Promise<string> {
  if (!isStatic) return site.app.listen({ host: '127.0.0.1', port: 0 })
  const { config, dataDir, mirror } = site
  const records = mirror.$client.prepare<[], string>('select raw from block order by id').pluck()
  const hash = createHash('sha256').update(JSON.stringify(config))
  for (const record of records.iterate()) hash.update(record)
  return keptFolder(hash.digest('hex').slice(0, 16), { dataDir, config })
}

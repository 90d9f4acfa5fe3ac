import { createHash } from 'node:crypto'

import type { SiteConfig } from '../site/config.ts'
import type { Harvest } from './harvest.ts'
import { pathRules } from './path-rules.ts'

/** Raised when `publish` derives something else from the same records: then all mirrors are made anew. */
const DERIVATION = 1

/** sha256 over everything a publication is made from; equal digests make equal mirrors. */
export function harvestDigest(harvest: Harvest, config: SiteConfig): string {
  const hash = createHash('sha256').update(`${DERIVATION} ${pathRules(config)}`)
  const add = (records: Iterable<unknown>) => {
    for (const record of records) hash.update(`\n${JSON.stringify(record)}`)
  }
  add([harvest.rootPageId, harvest.spaceId])
  add(harvest.blocks())
  add(harvest.collections())
  add(harvest.views())
  add(harvest.users())
  add(harvest.assets.map(({ source, hash: bytes }) => `${source} ${bytes}`).toSorted())
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'

import type { SiteConfig } from '../../site/config/config.ts'

/** A short name for the configuration keys that paths depend on: another value needs another publication. */
export function pathRules(config: SiteConfig): string {
  const { rootNotionPageId, pageUrlOverrides, includeNotionIdInUrls } = config
  const overrides = Object.entries(pageUrlOverrides).toSorted()
  const keys = JSON.stringify([rootNotionPageId, overrides, includeNotionIdInUrls])
  return createHash('sha256').update(keys).digest('hex')
}

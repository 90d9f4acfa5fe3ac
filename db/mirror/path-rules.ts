import { hash } from 'node:crypto'

import type { SiteConfig } from '../../site/config/config.ts'

/** Hashes the configuration keys that paths depend on (sha256, hex); a new value requires a new publication. */
export function pathRules(config: SiteConfig): string {
  const { rootNotionPageId, pageUrlOverrides, includeNotionIdInUrls } = config
  const overrides = Object.entries(pageUrlOverrides).toSorted()
  const keys = JSON.stringify([rootNotionPageId, overrides, includeNotionIdInUrls])
  return hash('sha256', keys)
}

import { readMissingPages } from '../../../db/lists/read-missing-pages.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import type { SiteConfig } from '../../../site/config/config.ts'

/** Warnings for configured pages that the mirror does not have, one sentence each. */
export function missingPageWarnings(mirror: Mirror, config: SiteConfig): string[] {
  const overrides = Object.entries(config.pageUrlOverrides)
  const links = config.navigationLinks.flatMap((link) => (link.pageId ? [link] : []))
  const ids = [...overrides.map(([, id]) => id), ...links.map((link) => link.pageId)]
  const missing = new Set(readMissingPages(mirror, ids))
  return [
    ...overrides.flatMap(([override, id]) =>
      missing.has(id) ? [`pageUrlOverrides "${override}": page ${id} is not in the mirror`] : []
    ),
    ...links.flatMap(({ title, pageId }) =>
      missing.has(pageId) ? [`navigationLinks "${title}": page ${pageId} is not in the mirror`] : []
    )
  ]
}

import { findPage } from '../../db/lists/find-page.ts'
import type { ListShell } from '../../web/pages/lists/ListDocument.tsx'
import { findPageFacts } from './find-page-facts.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { Site } from '../site-context.ts'
import { socialImagePath } from '../pictures/social-image/card-facts.ts'

/** The shell of a list of pages. Its social image is that of the start page. */
export function listShell(site: Site, currentPath?: string): ListShell {
  return { ...site.shell(currentPath), socialImage: startPicture(site) }
}

const startPicture = perPublication((site, { mirror }) => {
  // The mirror may still have another root page than the configuration.
  const start = findPage(mirror, '/')?.id ?? site.config.rootNotionPageId
  return socialImagePath(findPageFacts(site, start), site.config)
})

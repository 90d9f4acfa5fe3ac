import { findPage } from '../../../db/lists/find-page.ts'
import type { ListShell } from '../../../web/pages/lists/ListDocument.tsx'
import { findPageFacts } from '../find-page-facts.ts'
import { perPublication } from '../../publication/per-publication.ts'
import type { RenderContext } from '../site-shell.ts'
import { socialImagePath } from '../../pictures/social-image/card-facts.ts'

/** The shell of a list of pages, with the preview picture of the start page. */
export function listShell({ site, shell }: RenderContext, currentPath?: string): ListShell {
  return { ...shell(currentPath), socialImage: startPicture(site) }
}

const startPicture = perPublication((site, { mirror }) => {
  // The configuration may name another root page than the mirror was synced from.
  const start = findPage(mirror, '/')?.id ?? site.config.rootNotionPageId
  return socialImagePath(findPageFacts(site, start), site.config)
})

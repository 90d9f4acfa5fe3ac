import type { Mirror } from './open-mirror.ts'
import { mirror as mirrorTable } from '../schema/publication-tables.ts'

/** The workspace that a mirror copies. */
export interface MirrorIdentity {
  rootPageId: string
  spaceId: string
}

/** The facts of a mirror's last publication. */
export interface PublicationFacts extends MirrorIdentity {
  /** Incremented by each publication. */
  generation: number
  /** UTC milliseconds. */
  publishedAt: number
  /** sha256 of the publication rules, the root page id and the space id; see `publish`. */
  digest: string
  /** See `pathRules`; if it differs from the configuration, a sync is needed. */
  pathRules: string
  /** Number of pages. */
  pages: number
}

/** Reads the workspace and the last publication of a mirror; undefined before the first publication. */
export function readIdentity(mirror: Mirror): PublicationFacts | undefined {
  const row = mirror.select().from(mirrorTable).get()
  return (
    row && {
      rootPageId: row.root_page_id,
      spaceId: row.space_id,
      generation: row.generation,
      publishedAt: row.published_at,
      digest: row.digest,
      pathRules: row.path_rules,
      pages: row.pages
    }
  )
}

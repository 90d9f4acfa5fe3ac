import type { Mirror } from './open-mirror.ts'
import { mirror as mirrorTable } from './schema.ts'

/** The workspace a mirror belongs to. */
export interface MirrorIdentity {
  rootPageId: string
  spaceId: string
}

/** What a mirror says of its publication. */
export interface PublicationFacts extends MirrorIdentity {
  /** Grows by one with every publication. */
  generation: number
  /** UTC milliseconds. */
  publishedAt: number
  /** Of everything the publication was made from. */
  digest: string
  /** See `pathRules`: another value than the configuration's asks for another sync. */
  pathRules: string
}

/** Which workspace a mirror holds and what was published last; undefined before the first publication. */
export function readIdentity(mirror: Mirror): PublicationFacts | undefined {
  const row = mirror.select().from(mirrorTable).get()
  return (
    row && {
      rootPageId: row.root_page_id,
      spaceId: row.space_id,
      generation: row.generation,
      publishedAt: row.published_at,
      digest: row.digest,
      pathRules: row.path_rules
    }
  )
}

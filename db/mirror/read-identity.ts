import Database from 'better-sqlite3'

import type { Mirror } from './open-mirror.ts'

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
  /**
   * sha256 of the publication rules, the root page id, the space id, and which copy of the mirror it is; see
   * `publish`.
   */
  digest: string
  /** See `pathRules`; if it differs from the configuration, a sync is needed. */
  pathRules: string
  /** Number of pages. */
  pages: number
}

/** Reads the workspace and the last publication of a mirror; undefined before the first publication. */
export function readIdentity({ $client }: Mirror): PublicationFacts | undefined {
  return $client
    .prepare<[], PublicationFacts>(
      `select root_page_id as rootPageId, space_id as spaceId, generation,
              published_at as publishedAt, digest, path_rules as pathRules, pages from mirror`
    )
    .get()
}

/** The generation of a mirror of any version, also of a damaged one; 0 where it cannot be read. */
export function readStoredGeneration(file: string): number {
  let mirror: Database.Database | undefined
  try {
    mirror = new Database(file, { readonly: true })
    return mirror.prepare<[], number>('select generation from mirror').pluck().get() ?? 0
  } catch (error) {
    if (error instanceof Database.SqliteError) return 0
    throw error
  } finally {
    mirror?.close()
  }
}

import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import type { SiteConfigInput } from '../site/config/config.ts'

export type { SiteConfigInput } from '../site/config/config.ts'
export type { SlotProps } from '../web/slots/slots.ts'

// The declarations of the package, from which the build makes its `.d.ts` files: this module and what
// it imports. `library/library.ts` implements them.

/** Returns its argument: for the type of a `site.config.ts`. */
export declare function defineConfig(config: SiteConfigInput): SiteConfigInput

/** What every function takes. Paths are relative to the current folder. */
export interface SiteFolder {
  /** The keys of `site.config.ts`. */
  config: SiteConfigInput
  /** The data directory; `data` by default. */
  dataDir?: string
}

export interface SyncOptions extends SiteFolder {
  /** Reads every record, changed or not. */
  isFull?: boolean
  /** Publishes even if suspiciously many pages are gone. */
  isShrinkAllowed?: boolean
  /**
   * Requests a second, above 0 and up to 1000; null for no limit. 3 by default, none for a workspace on
   * this machine.
   */
  ratePerSecond?: number | null
  /** Stops the run at a safe point; the next one resumes it. */
  signal?: AbortSignal
}

export interface SyncSummary {
  /** The number of the publication. */
  generation: number
  /** False if the workspace is unchanged. */
  isPublished: boolean
  /** Whether all records and most files could be read. */
  isComplete: boolean
  pages: number
  requests: number
  durationMs: number
  /** One sentence each. */
  warnings: string[]
}

/**
 * Brings the mirror up to date with the workspace, in a process of its own, as `fansite sync` does.
 * `NOTION_TOKEN` and `NOTION_API_BASE_URL` apply. Rejects with a `FansiteError`; nothing new is on
 * the site then.
 */
export declare function sync(options: SyncOptions): Promise<SyncSummary>

export interface ServerOptions extends SiteFolder {
  /** `warn` by default. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}

/**
 * A Fastify server of the site, which does not listen yet. The mirror may be absent: the site appears
 * with its first publication. Rejects with a `FansiteError` if the configuration is wrong.
 */
export declare function createServer(options: ServerOptions): Promise<FastifyInstance>

/**
 * The site as a plugin for a Fastify of your own:
 * `app.register(fansite, { prefix: '/wiki', config, dataDir: 'data' })`.
 */
declare const fansite: FastifyPluginAsync<SiteFolder>
export default fansite

export interface MirrorOptions {
  /** The data directory, or a mirror file; `data` by default. */
  dataDir?: string
  /**
   * With it, pages that it excludes and spoilers that it withholds are left out, and links in Markdown
   * have its domain. Without it, everything published can be read.
   */
  config?: SiteConfigInput
}

/** Opens a mirror for reading. Throws a `FansiteError` if there is none that can be used. */
export declare function openMirror(options?: MirrorOptions): OpenMirror

/** A mirror, opened read-only. It shows new publications as soon as they are made. */
export interface OpenMirror {
  /** The number of the publication. */
  readonly generation: number
  /** All pages, or those of a collection or directly below a page (by id), in the order of the site. */
  pages(of?: { collectionId?: string; parentId?: string }): MirrorPage[]
  /** A page by its path or id, with its text; undefined if there is none. */
  page(pathOrId: string): (MirrorPage & { markdown: string }) | undefined
  collections(): MirrorCollection[]
  /**
   * Rows of a collection, by its id or the name of its SQL view. Throws a `FansiteError` if there is no
   * such collection or column, or if a condition does not fit.
   */
  rows(collection: string, wish?: RowsWish): MirrorRow[]
  /** Pages that match words, best first. */
  search(query: string, options?: { limit?: number }): Promise<MirrorHit[]>
  /**
   * Rows of a statement that only reads, in a process of its own. Rejects with a `FansiteError` for an
   * error in the SQL and at a limit of time or memory.
   */
  query(sql: string, options?: StatementOptions): Promise<Record<string, SqlValue>[]>
  close(): void
}

export interface MirrorPage {
  id: string
  /** On the site, such as `/techniques`. */
  path: string
  title: string
  parentId: string | null
  /** The collection whose row it is. */
  collectionId: string | null
  /** UTC milliseconds. */
  createdTime: number
  lastEditedTime: number
}

export interface MirrorCollection {
  id: string
  name: string
  /** The name of its SQL view. */
  view: string
  /** The number of its rows. */
  rows: number
}

export interface RowsWish {
  /** Conditions on columns, such as `oil_cost__gte=3` or `title__contains=lamp`; at most 12. */
  where?: string[]
  /** A column; `-` before it reverses the order. */
  sort?: string
  /** All columns by default. */
  columns?: string[]
  /** 1,000 by default. */
  limit?: number
}

export interface MirrorRow {
  id: string
  path: string
  values: Record<string, SqlValue>
}

export interface MirrorHit {
  id: string
  path: string
  title: string
  /** The best matching sections: their headings and the texts around the match. */
  texts: { heading: string; text: string }[]
}

/** Values of SQLite. An integer beyond 2^53 is a bigint. */
export type SqlValue = string | number | bigint | Uint8Array | null

export interface StatementOptions {
  /** Values of the parameters `?`, one for each. */
  values?: SqlValue[]
  /** 1,000 rows by default. */
  limit?: number
  /** 10,000 by default. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** Why something failed. Messages have the cause and the remedy. */
export type FansiteErrorCode =
  /** The configuration or an argument is wrong. */
  | 'config'
  /** The mirror is missing, damaged, or of another version. */
  | 'mirror'
  /** There is no such collection, or its rows have no such columns or conditions. */
  | 'not_found'
  /** The statement is wrong or does not only read. */
  | 'query'
  /** The statement exceeded a limit of time or memory. */
  | 'limit'
  /** The workspace cannot be read. */
  | 'workspace'
  /** Another sync is running in the data directory. */
  | 'busy'
  /** Suspiciously many pages are gone; see `isShrinkAllowed`. */
  | 'refused'
  /** The signal has stopped it. */
  | 'stopped'

/** The error of all functions. */
export declare class FansiteError extends Error {
  readonly code: FansiteErrorCode
  constructor(code: FansiteErrorCode, message: string, options?: ErrorOptions)
}

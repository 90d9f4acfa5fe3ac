import type { Mirror } from '../../db/mirror/open-mirror.ts'
import type { PublicationFacts } from '../../db/mirror/read-identity.ts'
import type { MirrorProblem } from './mirror-faults.ts'

/** A mirror with a publication in it, ready to be read. */
export interface PublishedMirror {
  mirror: Mirror
  publication: PublicationFacts
  /** See `fileIdOf`: of the open file; its path may name another file by now. */
  fileId: string
}

/** Where a site gets its mirror from: a followed file on the server, one open file in a render thread. */
export interface MirrorSource {
  /**
   * The mirror that is served; undefined before the first publication. `now` is the time by
   * `performance.now`, for callers that have it.
   */
  current(now?: number): PublishedMirror | undefined
  /** Whether the mirror exists and cannot be used. */
  isUnreadable(): boolean
}

/** Identifies a publication. The file is part of it: a restored file may repeat earlier generations. */
export function publicationKey({ fileId, publication }: PublishedMirror): string {
  const { generation, digest } = publication
  return `${fileId} ${generation} ${digest}`
}

/** What the watcher has seen, for metrics and health checks. */
export interface WatcherState {
  /** How many files were refused, each state of a file once. */
  refusedMirrors: number
  /** The last refusal. `at` is in UTC milliseconds. */
  lastRefusal: { message: string; at: number } | undefined
  /** How often a new file has replaced the served one. */
  swaps: number
  /** Why the served mirror is not the file of the path; undefined if it is. */
  problem: MirrorProblem | undefined
}

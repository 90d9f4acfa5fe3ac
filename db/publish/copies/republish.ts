import type { SiteConfig } from '../../../site/config/config.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { type Publication, publish } from '../publish.ts'
import { readWalk } from './read-walk.ts'

interface RepublishOptions {
  /** Another connection to the same mirror, which reads its records. */
  source: Mirror
  config: SiteConfig
  signal?: AbortSignal | undefined
  /** See `publish`. */
  lastGeneration: number
}

/**
 * Publishes the records of a mirror again, as this version derives the other tables and views from
 * them. The time of the publication stays, and no run is recorded. The write-ahead log is not emptied.
 * Throws like `publish`, and for a mirror without a publication.
 */
export function republish(mirror: Mirror, options: RepublishOptions): Promise<Publication> {
  const { source, config, signal, lastGeneration } = options
  const walkResult = readWalk(source)
  return publish(mirror, {
    walkResult,
    config,
    run: undefined,
    isLogKept: true,
    signal,
    lastGeneration
  })
}

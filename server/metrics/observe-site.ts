import { readLastRun } from '../../db/lists/read-last-run.ts'
import type { Downloads } from '../download/downloads.ts'
import type { MirrorWatcher } from '../publication/mirror-watcher.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import type { SiteSearch } from '../search/site-search.ts'
import type { MetricSources } from './metric-sources.ts'
import type { Metrics } from './metrics.ts'

/** Adds the metrics of a site's parts. */
export function observeSite(
  metrics: Metrics,
  parts: {
    site: PublishedSite
    watcher: MirrorWatcher
    responses: KeptResponses
    search: SiteSearch
    downloads: Downloads
  }
): void {
  const { site, watcher, responses, search, downloads } = parts
  metrics.observe('publication', () => publicationNumbers(site))
  metrics.observe('responses', () => responses.numbers())
  metrics.observe('mirror', () => {
    const { swaps, refusedMirrors: refused } = watcher.state()
    return { swaps, refused }
  })
  metrics.observe('search', () => search.numbers)
  metrics.observe('downloads', () => downloads.numbers)
}

/** Undefined while there is no publication to serve. */
function publicationNumbers(site: PublishedSite): MetricSources['publication'] | undefined {
  if (!site.isReady()) return undefined
  const { mirror, publication } = site.published()
  const run = readLastRun(mirror)
  return {
    generation: publication.generation,
    ageSeconds: secondsSince(publication.publishedAt),
    syncAgeSeconds: run && secondsSince(run.finishedAt),
    syncExitCode: run?.exitCode
  }
}

/** Never negative, even if the clock of the machine that synced is ahead. */
function secondsSince(time: number): number {
  return Math.max(0, (Date.now() - time) / 1000)
}

import { setImmediate } from 'node:timers/promises'

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Metrics } from '../metrics/metrics.ts'
import type { RedisLink } from '../publication/redis/redis-link.ts'
import { type SiteContext, closeSiteContext } from './site-context.ts'

/** Follows publications while the server runs, and closes everything with it. */
export function followSite(
  app: FastifyInstance,
  parts: { context: SiteContext; redis: RedisLink | undefined; metrics: Metrics }
): void {
  const { context, redis, metrics } = parts
  const { watcher } = context
  /** Work in the cache folders that a publication has started. */
  const running = new Set<Promise<void>>()
  const follow = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }
  if (context.site.hosting === 'server') {
    const { excludedPageIds } = context.site.config
    watcher.onPublication((published) => context.socialImages.enter(published, excludedPageIds))
    watcher.onPublication(() => follow(refreshCards(context, app.log)))
    watcher.onPublication((published) => follow(context.downloads.removeGone(published)))
  }
  app.addHook('onClose', async () => {
    redis?.close()
    await closeSiteContext(context, running)
    metrics.close()
  })
  // Not awaited: the check of a large mirror must not delay listening.
  app.addHook('onReady', async () => {
    void prepare(context, app.log).catch((error: unknown) => app.log.error(error))
    await redis?.listen(() => watcher.look())
  })
}

/** Once the mirror is checked: loads the search index and warns about outdated paths. */
async function prepare(
  { site, watcher, search }: SiteContext,
  log: FastifyBaseLogger
): Promise<void> {
  await watcher.waitForCheck()
  if (site.config.spoilers?.mode === 'withhold' && !site.isReady()) {
    log.warn('there is no mirror without spoilers yet; run "fansite sync"')
  }
  const { rootNotionPageId } = site.config
  const rootPageId = site.current()?.publication.rootPageId ?? rootNotionPageId
  if (rootPageId !== rootNotionPageId) {
    log.warn(
      `the mirror has the root page ${rootPageId}, not the configured ${rootNotionPageId}; it is served until "fansite sync" has read the other one`
    )
  }
  if (site.isOutdated()) log.warn('the configuration of paths has changed; run "fansite sync"')
  if (site.hosting === 'server') await search.prepare()
}

/** Draws the social images that a publication has changed, once it is served. */
async function refreshCards(
  { site, refreshCards: refresh }: SiteContext,
  log: FastifyBaseLogger
): Promise<void> {
  try {
    await setImmediate()
    if (site.isReady()) await refresh(site)
  } catch (error) {
    log.error(error)
  }
}

import { type FastifyInstance, fastify } from 'fastify'

import type { Analytics } from '../../site/config/analytics.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { ErrorsOnly } from '../../server/metrics/log-controller.ts'
import { logOutput } from '../../server/process/log-output.ts'
import type { CompiledSlots } from '../../server/render/slots/compiled-slots.ts'
import type { SiteContext } from '../../server/site/site-context.ts'
import { mountSite } from '../../server/site/site-plugin.ts'
import { BuildError } from '../build-error.ts'

export interface StaticSiteOptions {
  config: SiteConfig
  /** The data directory, or a mirror file. */
  dataDir: string
  analytics?: Analytics | undefined
  /** Components of the site's own. */
  slots: Promise<CompiledSlots> | undefined
  /** The path of the site on its host, such as `/wiki`; empty for the root. */
  basePath: string
}

/** The site as a server would send it, for files. */
export interface StaticSite {
  app: FastifyInstance
  context: SiteContext
  close: () => Promise<void>
}

/** A timer cannot wait longer. */
const FOR_EVER_MS = 2 ** 31 - 1

/** Opens the site without listening. Throws `BuildError` if there is no publication of its root page. */
export async function openStaticSite(options: StaticSiteOptions): Promise<StaticSite> {
  const { basePath, ...rest } = options
  const app = fastify({
    logger: { level: 'warn', stream: logOutput() },
    logController: new ErrorsOnly(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 4096 }
  })
  let context: SiteContext | undefined
  await app.register(
    async (scoped) => {
      context = await mountSite(scoped, {
        ...rest,
        hosting: 'static',
        variantPatienceMs: FOR_EVER_MS
      })
    },
    { prefix: basePath }
  )
  await app.ready()
  if (!context) throw new Error('the plugin of the site has not been loaded')
  // No visitor waits, and a large mirror from elsewhere takes minutes.
  await context.watcher.waitForCheck(FOR_EVER_MS)
  const { site } = context
  if (!site.isReady()) {
    await app.close()
    throw new BuildError(
      `the mirror in "${options.dataDir}" has no publication that can be used; run "fansite sync", then "fansite check"`
    )
  }
  const { rootPageId } = site.published().publication
  const { rootNotionPageId } = site.config
  // A folder would publish another wiki with the name and host of this one.
  if (rootPageId !== rootNotionPageId) {
    await app.close()
    throw new BuildError(
      `the mirror in "${options.dataDir}" has the root page ${rootPageId}, not the configured ${rootNotionPageId}; run "fansite sync", or correct "rootNotionPageId"`
    )
  }
  return { app, context, close: async () => app.close() }
}

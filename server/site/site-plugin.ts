import { fastifyStatic } from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import {
  type FastifyPluginAsyncZod,
  serializerCompiler,
  validatorCompiler
} from 'fastify-type-provider-zod'

import type { SiteConfig } from '../../site/config/config.ts'
import { ConfigError } from '../../site/config/read-config.ts'
import { refusalOf } from '../http/refusals.ts'
import { HEALTH_PATH } from '../http/request-path.ts'
import { sendMetricsByToken } from '../metrics/metrics-by-token.ts'
import { Metrics } from '../metrics/metrics.ts'
import { observeSite } from '../metrics/observe-site.ts'
import { trackRequests } from '../metrics/track-requests.ts'
import { type RedisLink, openRedis } from '../publication/redis/redis-link.ts'
import type { RedisSettings } from '../publication/redis/redis-settings.ts'
import { handleErrors } from '../render/handle-errors.tsx'
import { type PageAssets, assetsFolder } from '../render/document/page-assets.ts'
import { type CompiledSlots, startSlots } from '../render/slots/compiled-slots.ts'
import { learnHeaders, sendKeptFirst } from '../responses/send-response.ts'
import { apiRoutes } from '../routes/api/api-routes.ts'
import { customStylesRoutes } from '../routes/custom-styles.ts'
import { dataRoutes } from '../routes/data/data-routes.ts'
import { feedRoutes } from '../routes/feeds.ts'
import { generationRoutes } from '../routes/generation.ts'
import { healthRoutes } from '../routes/health.ts'
import { iconRoutes } from '../routes/icons.ts'
import { imageRoutes } from '../routes/image.ts'
import { listRoutes } from '../routes/lists.ts'
import { mcpRoutes } from '../routes/mcp/mcp-routes.ts'
import { mirrorCopyRoutes } from '../routes/mirror/mirror-copy.ts'
import { queryPageRoutes } from '../routes/mirror/query-page.tsx'
import { mirrorDownloadRoutes } from '../routes/mirror/mirror-download.ts'
import { offlineRoutes } from '../routes/offline.ts'
import { pageRoutes } from '../routes/pages.ts'
import { searchPageRoutes } from '../routes/search.tsx'
import { tagRoutes } from '../routes/tags.ts'
import { addHeaders, refuseRequests } from './add-headers.ts'
import { compressAnswers } from './compress-answers.ts'
import { addRequestAddress } from './request-address.ts'
import { followSite } from './follow-site.ts'
import { type ServingOptions, type SiteContext, openSiteContext } from './site-context.ts'

export interface SiteOptions extends ServingOptions {
  /** Receives the paths of the module of `components` and of what it imports. */
  onComponents?: (files: string[]) => void
  /** The compiled module of `components`, which the caller closes; it is compiled here by default. */
  slots?: Promise<CompiledSlots> | undefined
  /** Where servers share pictures and learn of publications; nowhere by default. */
  redis?: RedisSettings | undefined
  /** The metrics of the site; its own by default. */
  metrics?: Metrics
  /** Sends the metrics at `/metrics` to clients with this token. Without it the route is missing. */
  metricsToken?: string | undefined
  /** Addresses of the browser's files in development, where Vite serves them, with inline styles. */
  developmentAssets?: PageAssets | undefined
}

/** Bytes of a request body. */
const BODY_LIMIT = 16 * 1024

/**
 * The site as a plugin, also below a prefix of another server:
 * `app.register(sitePlugin, { prefix: '/wiki', config, dataDir })`. Its hooks, headers and error
 * pages apply to its own routes only. The mirror may be absent; it is opened when it appears.
 * Rejects if the web build is missing, and with `ConfigError` if the prefix is not a plain path.
 */
export const sitePlugin: FastifyPluginAsync<SiteOptions> = async (app, options) => {
  await mountSite(app, options)
}

/** Adds the site to an instance, at its prefix. See `sitePlugin`. */
export async function mountSite(app: FastifyInstance, options: SiteOptions): Promise<SiteContext> {
  const { metrics = new Metrics(), metricsToken, analytics, developmentAssets } = options
  const basePath = basePathOf(app)
  const redis = options.redis && (await openRedis(options.redis, (error) => app.log.warn(error)))
  const slots = await (options.slots ?? openSlots(app, options.config))
  if (slots) options.onComponents?.(slots.inputs)
  const context = openContext(options, { basePath, log: app.log, redis, slots })
  const { site, watcher, responses } = context
  followSite(app, { context, redis, metrics })
  observeSite(metrics, context)
  metrics.observe('redis', () => redis?.cache.numbers())
  prepareRequests(app, basePath)
  handleErrors(app, context)
  compressAnswers(app, watcher)
  sendKeptFirst(app, responses)
  trackRequests(app, metrics)
  if (metricsToken !== undefined) sendMetricsByToken(app, metrics, metricsToken)
  app.addHook('onRequest', async ({ siteUrl, raw }, reply) => {
    if (siteUrl === HEALTH_PATH || refusalOf(raw)) return
    await watcher.waitForCheck()
    // If the client has left in the meantime, `close` has been emitted already.
    if (!reply.raw.destroyed) reply.raw.once('close', watcher.hold())
  })
  await addHeaders(app, { site, analytics, isDevelopment: developmentAssets !== undefined })
  learnHeaders(app, responses)
  refuseRequests(app)
  if (!developmentAssets) await addBuiltFiles(app)
  for (const routes of allRoutes) await app.register(named(routes), context)
  return context
}

/**
 * Throws `ConfigError` if the prefix has parameters, since every address in a response begins with it,
 * or a slash at its end: Fastify would then have the same route for `/wiki/` and the redirect to it.
 */
function basePathOf({ prefix }: FastifyInstance): string {
  const basePath = prefix.replace(/\/+$/, '')
  if (!/^(\/[\w.~-]+)*$/.test(basePath))
    throw prefixError(prefix, 'is not a plain path such as "/wiki"')
  if (basePath !== '' && basePath !== prefix)
    throw prefixError(prefix, `ends with a slash; write "${basePath}"`)
  return basePath
}

function prefixError(prefix: string, fault: string): ConfigError {
  return new ConfigError([`Config error: prefix "${prefix}" of the site ${fault}`])
}

/** The compiled components of the site, if it has any; they are removed when the instance closes. Rejects with `ConfigError`. */
function openSlots(
  app: FastifyInstance,
  { components }: SiteConfig
): Promise<CompiledSlots> | undefined {
  const { slots, close } = startSlots(components)
  app.addHook('onClose', close)
  return slots
}

/** Opens the parts of the site; failures of theirs are logged. */
function openContext(
  options: SiteOptions,
  parts: {
    basePath: string
    log: FastifyBaseLogger
    redis: RedisLink | undefined
    slots: CompiledSlots | undefined
  }
): SiteContext {
  const { basePath, log, redis, slots } = parts
  return openSiteContext({
    ...options,
    basePath,
    slots,
    shared: redis?.cache,
    assets: options.developmentAssets,
    onRenderFailure: (error) => log.error(error),
    onSearchFailure: (error) => log.error(error, 'search index unavailable'),
    onMirrorFailure: (error) => log.error(error, 'the mirror cannot be read'),
    onDownloadFailure: (error) => log.error(error, 'mirror download unavailable'),
    onPictureFailure: (error) => log.warn(error, 'picture not drawn')
  })
}

function prepareRequests(app: FastifyInstance, basePath: string): void {
  addRequestAddress(app, basePath)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Fastify parses text/plain by default; the schemas would refuse it with an unhelpful message.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRoute', (route) => {
    route.bodyLimit = BODY_LIMIT
  })
}

/** The files of the build that are not kept in memory, such as fonts. */
async function addBuiltFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: assetsFolder,
    prefix: '/_assets/',
    index: false,
    preCompressed: true,
    // Vite's manifest is for the server only.
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    // An entity tag would contain the file's time, which differs between servers. The name has a hash anyway.
    etag: false,
    // A server that this is mounted in may have the same decorators.
    decorateReply: false
  })
}

/** Fastify otherwise looks for the name of a plugin among all loaded modules. */
function named<Plugin extends { name: string }>(plugin: Plugin): Plugin {
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: plugin.name })
}

const allRoutes: FastifyPluginAsyncZod<SiteContext>[] = [
  healthRoutes,
  customStylesRoutes,
  imageRoutes,
  mirrorDownloadRoutes,
  mirrorCopyRoutes,
  queryPageRoutes,
  apiRoutes,
  mcpRoutes,
  dataRoutes,
  searchPageRoutes,
  feedRoutes,
  generationRoutes,
  offlineRoutes,
  iconRoutes,
  listRoutes,
  tagRoutes,
  pageRoutes
]

import type { IncomingMessage, RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { fastifyHelmet } from '@fastify/helmet'
import { fastifyStatic } from '@fastify/static'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify
} from 'fastify'
import {
  type FastifyPluginAsyncZod,
  serializerCompiler,
  validatorCompiler
} from 'fastify-type-provider-zod'

import type { Analytics } from '../site/config/analytics.ts'
import type { SiteConfig } from '../site/config/config.ts'
import { type PageAssets, assetsFolder, readCriticalStyles } from './render/page-assets.ts'
import { ApiError } from './errors.ts'
import { handleErrors } from './render/handle-errors.tsx'
import { healthRoutes } from './routes/health.ts'
import { listRoutes } from './routes/lists.ts'
import { feedRoutes } from './routes/feeds.ts'
import { iconRoutes } from './routes/icons.ts'
import { imageRoutes } from './routes/image.ts'
import { mirrorDownloadRoutes } from './routes/mirror-download.ts'
import { pageInfoRoutes } from './routes/notion-page-info.ts'
import { pageRoutes } from './routes/pages.ts'
import { searchPageRoutes } from './routes/search.tsx'
import { searchRoutes } from './routes/search-notion.ts'
import { socialImageRoutes } from './routes/social-image.ts'
import { tagRoutes } from './routes/tags.ts'
import { allowMethods } from './http/allow-methods.ts'
import { answerClientError } from './http/answer-client-error.ts'
import { Connections } from './http/connections.ts'
import { type ConnectionLimits, createHttpServer } from './http/http-server.ts'
import { refusalOf } from './http/refusals.ts'
import { routableUrl } from './http/request-path.ts'
import { pictureOrigin } from './http/picture-origin.ts'
import { ErrorsOnly } from './metrics/log-controller.ts'
import { Metrics } from './metrics/metrics.ts'
import { sendMetricsByToken } from './metrics/metrics-by-token.ts'
import { observeSite } from './metrics/observe-site.ts'
import { RequestLog } from './metrics/request-log.ts'
import { trackRequests } from './metrics/track-requests.ts'
import type { RenderLimits } from './render/render-queue.ts'
import type { CacheLimits, KeptResponses } from './responses/kept-responses.ts'
import { learnHeaders, sendKeptBefore, sendKeptFirst } from './responses/send-response.ts'
import { contentSecurityPolicy, referrerPolicy } from './http/security-headers.ts'
import { logOutput } from './process/log-output.ts'
import type { PublishedSite } from './publication/published-site.ts'
import type { CardLimits } from './pictures/social-image/social-images.ts'
import { openRedis } from './publication/redis/redis-link.ts'
import type { RedisSettings } from './publication/redis/redis-settings.ts'
import type { SharedCache } from './publication/redis/shared-cache.ts'
import { type SiteContext, closeSiteContext, openSiteContext } from './site-context.ts'

export interface AppOptions {
  config: SiteConfig
  /** The data directory, or a mirror file. */
  dataDir: string
  logLevel?: string
  /** Services that count page views; none by default. */
  analytics?: Analytics | undefined
  /** Whether a publication may be replaced by an older one. */
  isRollbackAllowed?: boolean
  /** Pause between two looks at the mirror file, 250 by default; with 0, each request looks. */
  lookIntervalMs?: number
  /** Disk space for smaller copies of pictures. */
  maxVariantBytes?: number
  cardLimits?: CardLimits
  /** Where servers share pictures and learn of publications; nowhere by default. */
  redis?: RedisSettings | undefined
  limits?: Partial<ConnectionLimits>
  /** Limits for rendering a heavy page; 4,000 ms of CPU time by default. */
  renderLimits?: Partial<RenderLimits>
  /** Limits of keeping responses; 512 MB, of which none is sent more than 10 s after it is stale. */
  cache?: Partial<CacheLimits>
  /** The metrics of the server; its own by default. */
  metrics?: Metrics
  /** Sends the metrics at `/metrics` to clients with this token; to nobody by default. */
  metricsToken?: string | undefined
  /** In development Vite serves the browser's files, with inline styles. */
  development?: { assets: PageAssets; serverFactory: FastifyServerOptions['serverFactory'] }
}

/**
 * Builds the server without listening. The mirror may be absent; it is opened when it appears.
 * Throws if the web build is missing.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { development, metrics = new Metrics(), metricsToken } = options
  const gate: Gate = { listener: undefined }
  const app = createFastify(options, gate)
  const redis = options.redis && (await openRedis(options.redis, (error) => app.log.warn(error)))
  const context = openContext(options, app.log, redis?.cache)
  const { site, watcher } = context
  watcher.onPublication(() => void refreshCards(context, app.log))
  app.addHook('onClose', async () => {
    redis?.close()
    await closeSiteContext(context)
    metrics.close()
  })
  observeSite(metrics, context)
  metrics.observe('redis', () => redis?.cache.numbers())
  // Not awaited: the check of a large mirror must not delay listening.
  app.addHook('onReady', async () => {
    void prepare(context, app.log).catch((error: unknown) => app.log.error(error))
    await redis?.listen(() => watcher.look())
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Fastify parses text/plain by default; the schemas would refuse it with an unhelpful message.
  app.removeContentTypeParser('text/plain')
  handleErrors(app, context)
  sendKeptFirst(app, context.responses)
  openGate(gate, { app, responses: context.responses, metrics })
  trackRequests(app, metrics)
  if (metricsToken !== undefined) sendMetricsByToken(app, metrics, metricsToken)
  app.addHook('onRequest', async ({ url, raw }, reply) => {
    if (url === healthPath || refusalOf(raw)) return
    await watcher.waitForCheck()
    reply.raw.once('close', watcher.hold())
  })
  await addHeaders(app, options, site)
  learnHeaders(app, context.responses)
  if (!development) {
    const immutable = { immutable: true, maxAge: '365d' }
    await app.register(fastifyStatic, {
      root: assetsFolder,
      prefix: '/_assets/',
      index: false,
      preCompressed: true,
      // Vite's manifest is for the server only.
      dotfiles: 'ignore',
      ...immutable
    })
  }
  for (const routes of allRoutes) await app.register(routes, context)
  return app
}

/** Adds the headers of all responses, and refuses requests that are not valid. */
async function addHeaders(
  app: FastifyInstance,
  { config, analytics, development }: AppOptions,
  site: PublishedSite
): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: development
      ? false
      : contentSecurityPolicy(
          readCriticalStyles().hash,
          analytics,
          pictureOriginReader(site, app.log)
        ),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: referrerPolicy(analytics)
  })
  // A header, since pictures and Markdown have no meta element.
  if (!config.indexable) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex')
    })
  }
  // After the hooks above, so that these answers have their headers too.
  app.addHook('onRequest', async ({ raw }) => {
    const refusal = refusalOf(raw)
    if (refusal) throw new ApiError(refusal)
  })
  allowMethods(app)
}

/** What gets each request of the HTTP server. */
interface Gate {
  /** Fastify's own listener. */
  handler?: RequestListener
  /** Replaces it once the site is open. */
  listener: RequestListener | undefined
}

/** Lets kept responses go out before Fastify, unless each request is logged. */
function openGate(
  gate: Gate,
  parts: { app: FastifyInstance; responses: KeptResponses; metrics: Metrics }
): void {
  const { app, ...rest } = parts
  if (gate.handler && !new RequestLog(app.log).isEnabled) {
    gate.listener = sendKeptBefore(gate.handler, rest)
  }
}

/** Fastify on an HTTP server with connection limits, which closes in bounded time. */
function createFastify(
  { development, limits, logLevel = 'warn' }: AppOptions,
  gate: Gate
): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: { level: logLevel, stream: logOutput() },
    logController: new ErrorsOnly(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 4096 },
    bodyLimit: 16 * 1024,
    rewriteUrl: routableUrl,
    serverFactory:
      development?.serverFactory ??
      ((handler) => {
        gate.handler = handler
        return createHttpServer((request, response) => {
          ;(gate.listener ?? handler)(request, response)
        }, limits)
      }),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, { socket, server: app.server, connections }),
    // Requests that arrive while the server closes are still answered.
    return503OnClosing: false
  })
  const connections = new Connections(app.server)
  app.addHook('preClose', async () => {
    app.server.close()
    await connections.close()
  })
  return app
}

function openContext(
  options: AppOptions,
  log: FastifyBaseLogger,
  shared: SharedCache | undefined
): SiteContext {
  const { development, ...rest } = options
  return openSiteContext({
    ...rest,
    shared,
    assets: development?.assets,
    onRenderFailure: (error) => log.error(error),
    onSearchFailure: (error) => log.error(error, 'search index unavailable'),
    onMirrorFailure: (error) => log.error(error, 'the mirror cannot be read'),
    onDownloadFailure: (error) => log.error(error, 'mirror download unavailable'),
    onPictureFailure: (error) => log.warn(error, 'picture not drawn')
  })
}

/** Reads the picture origin for each request but `/healthz`, which must not need the mirror. */
function pictureOriginReader(site: PublishedSite, log: FastifyBaseLogger) {
  const read = pictureOrigin((error) => log.error(error, 'picture origins unreadable'))
  return ({ url }: IncomingMessage) => (url !== healthPath && site.isReady() ? read(site) : '')
}

/** Once the mirror is checked: loads the search index and warns about outdated paths. */
async function prepare(
  { site, watcher, search }: SiteContext,
  log: FastifyBaseLogger
): Promise<void> {
  await watcher.waitForCheck()
  if (site.isOutdated()) log.warn('the configuration of paths has changed; run "fansite sync"')
  await search.prepare()
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

const healthPath = '/healthz'

const allRoutes: FastifyPluginAsyncZod<SiteContext>[] = [
  healthRoutes,
  imageRoutes,
  mirrorDownloadRoutes,
  pageInfoRoutes,
  searchRoutes,
  searchPageRoutes,
  socialImageRoutes,
  feedRoutes,
  iconRoutes,
  listRoutes,
  tagRoutes,
  pageRoutes
]

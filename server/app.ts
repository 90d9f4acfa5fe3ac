import type { IncomingMessage } from 'node:http'

import { fastifyHelmet } from '@fastify/helmet'
import { fastifyStatic } from '@fastify/static'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import type { Analytics } from '../site/config/analytics.ts'
import type { SiteConfig } from '../site/config/config.ts'
import { type PageAssets, assetsFolder } from './render/assets.ts'
import { ApiError } from './errors.ts'
import { handleErrors } from './handle-errors.tsx'
import { healthRoutes } from './routes/health.ts'
import { listRoutes } from './routes/lists.tsx'
import { feedRoutes } from './routes/feeds.ts'
import { iconRoutes } from './routes/icons.ts'
import { imageRoutes } from './routes/image.ts'
import { mirrorDownloadRoutes } from './routes/mirror-download.ts'
import { pageInfoRoutes } from './routes/notion-page-info.ts'
import { pageRoutes } from './routes/pages.tsx'
import { searchPageRoutes } from './routes/search.tsx'
import { searchRoutes } from './routes/search-notion.ts'
import { socialImageRoutes } from './routes/social-image.ts'
import { tagRoutes } from './routes/tags.tsx'
import { allowMethods } from './http/allow-methods.ts'
import { answerClientError } from './http/client-errors.ts'
import { Connections } from './http/connections.ts'
import { type ConnectionLimits, createHttpServer } from './http/http-server.ts'
import { refusalOf } from './http/refusals.ts'
import { routableUrl } from './http/request-path.ts'
import { pictureOrigin } from './http/picture-origin.ts'
import type { RenderLimits } from './render/worker/heavy-pages.ts'
import { contentSecurityPolicy, referrerPolicy } from './http/security-headers.ts'
import { Site } from './site-context.ts'

export interface AppOptions {
  config: SiteConfig
  dataDir: string
  logLevel?: string
  /** What counts page views; nothing unless told. */
  analytics?: Analytics | undefined
  /** Whether an older publication may take the place of the one that is served. */
  isRollbackAllowed?: boolean
  /** Bytes that smaller copies of pictures may take on the disk. */
  maxVariantBytes?: number
  limits?: Partial<ConnectionLimits>
  /** What a heavy page may take; 4,000 ms of CPU time by default. */
  renderLimits?: Partial<RenderLimits>
  /** In development the browser's files come from elsewhere, and may be styled inline. */
  development?: { assets: PageAssets; serverFactory: FastifyServerOptions['serverFactory'] }
}

/** Builds the server without listening. The mirror may be absent; it is picked up when it appears. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, development } = options
  const app = createFastify(options)
  const site = openSite(options, app.log)
  app.addHook('onClose', () => site.close())
  // Not waited for: the server listens at once, however long the mirror takes to look through.
  app.addHook('onReady', async () => {
    void warnOfOldPaths(site, app.log).catch((error: unknown) => app.log.error(error))
    void prepareSearch(site).catch((error: unknown) => app.log.error(error))
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Bodies are JSON; the framework would take any text for one, and the schemas refuse it in riddles.
  app.removeContentTypeParser('text/plain')
  handleErrors(app, site)

  app.addHook('onRequest', async ({ url, raw }) => {
    if (url !== healthPath && !refusalOf(raw)) await site.settled()
  })
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: development
      ? false
      : contentSecurityPolicy(options.analytics, pictureOriginReader(site, app.log)),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: referrerPolicy(options.analytics)
  })
  // After helmet's hook, so that these answers carry its headers too.
  app.addHook('onRequest', async ({ raw }) => {
    const refusal = refusalOf(raw)
    if (refusal) throw new ApiError(refusal)
  })
  allowMethods(app)
  // On answers of every kind: pictures and Markdown cannot say it themselves.
  if (!config.indexable) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex')
    })
  }
  if (!development) {
    const immutable = { immutable: true, maxAge: '365d' }
    await app.register(fastifyStatic, {
      root: assetsFolder,
      prefix: '/_assets/',
      index: false,
      // The build's own notes are for the server.
      dotfiles: 'ignore',
      ...immutable
    })
  }
  for (const routes of allRoutes) await app.register(routes, { site })
  return app
}

/** Fastify on an HTTP server with limits, which is closed in bounded time. */
function createFastify({ development, limits, logLevel = 'warn' }: AppOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: { level: logLevel },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 4096 },
    bodyLimit: 16 * 1024,
    rewriteUrl: routableUrl,
    serverFactory: development?.serverFactory ?? ((handler) => createHttpServer(handler, limits)),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, { socket, server: app.server, connections }),
    // Requests that arrive while the server closes are answered as any other.
    return503OnClosing: false
  })
  const connections = new Connections(app.server)
  app.addHook('preClose', async () => {
    app.server.close()
    await connections.close()
  })
  return app
}

function openSite(options: AppOptions, log: FastifyBaseLogger): Site {
  const { development, ...rest } = options
  return new Site({
    ...rest,
    assets: development?.assets,
    onRenderFailure: (error) => log.error(error),
    onSearchFailure: (error) => log.error(error, 'the search is not what it should be'),
    onFailure: (error) => log.error(error, 'the mirror cannot be read'),
    onCopyFailure: (error) => log.error(error, 'the mirror cannot be copied for downloads'),
    onPictureFailure: (error) => log.warn(error, 'a picture cannot be drawn')
  })
}

/** `/healthz` answers as long as the process lives, and so asks the mirror nothing. */
function pictureOriginReader(site: Site, log: FastifyBaseLogger) {
  const read = pictureOrigin((error) => log.error(error, 'the pictures of other sites are unknown'))
  return ({ url }: IncomingMessage) => (url !== healthPath && site.isReady() ? read(site) : '')
}

async function warnOfOldPaths(site: Site, log: FastifyBaseLogger): Promise<void> {
  await site.settled()
  if (site.isOutdated()) log.warn('the configuration of paths has changed; run "fansite sync"')
}

async function prepareSearch(site: Site): Promise<void> {
  await site.settled()
  await site.prepareSearch()
}

const healthPath = '/healthz'

const allRoutes = [
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

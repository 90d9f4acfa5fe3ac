import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify'

import { answerClientError } from './http/answer-client-error.ts'
import { Connections } from './http/connections.ts'
import { type ConnectionLimits, createHttpServer } from './http/http-server.ts'
import { routableUrl } from './http/request-path.ts'
import { ErrorsOnly } from './metrics/log-controller.ts'
import { Metrics } from './metrics/metrics.ts'
import { RequestLog } from './metrics/request-log.ts'
import { logOutput } from './process/log-output.ts'
import type { PageAssets } from './render/document/page-assets.ts'
import { sendKeptBefore } from './responses/send-response.ts'
import { type SiteOptions, mountSite } from './site/site-plugin.ts'

export interface AppOptions extends Omit<SiteOptions, 'developmentAssets'> {
  logLevel?: string
  limits?: Partial<ConnectionLimits>
  /**
   * IP addresses and networks of the proxies whose `X-Forwarded-For` names the client; those of this
   * machine by default. Only limits of requests depend on it.
   */
  trustedProxies?: string[] | undefined
  /** In development Vite serves the browser's files. */
  development?: { assets: PageAssets; serverFactory: FastifyServerOptions['serverFactory'] }
}

/**
 * Builds a server of the site without listening. The mirror may be absent; it is opened when it
 * appears. Throws if the web build is missing.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { development, logLevel: _, limits: __, trustedProxies: ___, ...site } = options
  const metrics = site.metrics ?? new Metrics()
  const gate: Gate = { sendKept: undefined }
  const app = createFastify(options, gate)
  const { responses } = await mountSite(app, {
    ...site,
    metrics,
    developmentAssets: development?.assets
  })
  if (!new RequestLog(app.log).isEnabled) gate.sendKept = sendKeptBefore({ responses, metrics })
  return app
}

/** What gets each request of the HTTP server before Fastify. */
interface Gate {
  /** Known once the site is open; see `sendKeptBefore`. */
  sendKept: ReturnType<typeof sendKeptBefore> | undefined
}

/**
 * Keeps Fastify from loading its compilers for JSON Schema when it is created: the site sets those of Zod,
 * in which all schemas are written.
 */
const compilersFactory = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('a route outside the site has a schema')
}

/** Fastify on an HTTP server with connection limits, which closes in bounded time. */
function createFastify(
  { development, limits, logLevel = 'warn', trustedProxies = ['loopback'] }: AppOptions,
  gate: Gate
): FastifyInstance {
  const app: FastifyInstance = fastify({
    logger: { level: logLevel, stream: logOutput() },
    logController: new ErrorsOnly(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 4096 },
    rewriteUrl: routableUrl,
    trustProxy: trustedProxies,
    schemaController: { compilersFactory },
    serverFactory:
      development?.serverFactory ??
      ((handler) =>
        createHttpServer((request, response) => {
          if (gate.sendKept?.(request, response)) return
          connections.track(request, response)
          handler(request, response)
        }, limits)),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, { socket, server: app.server, connections }),
    // Requests that arrive while the server closes are still answered.
    return503OnClosing: false
  })
  const connections = new Connections(app.server)
  if (development) app.server.on('request', (...pair) => connections.track(...pair))
  app.addHook('preClose', async () => {
    app.server.close()
    await connections.close()
  })
  return app
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { AppOptions } from '../app.ts'
import { listen, urlHost } from '../http/listen.ts'
import { type MetricsListener, listenForMetrics } from '../metrics/metrics-listener.ts'
import { Metrics } from '../metrics/metrics.ts'
import { startSlots } from '../render/slots/compiled-slots.ts'

export interface RunningServer {
  /** The URL of the site, such as `http://localhost:3000`. */
  address: string
  /** The URL of the metrics, if they have an address of their own. */
  metricsAddress: string | undefined
  /** Stops listening, gives pending requests a few seconds, and closes the mirror. */
  close: () => Promise<void>
}

interface ServeOptions extends AppOptions {
  host: string
  port: number
  /** Where the metrics are served without a token; nowhere by default. */
  metricsAt?: { host: string; port: number } | undefined
}

/**
 * Builds the server and listens. Port 0 takes a free one. Rejects if an address is in use. A child process
 * compiles the components of the site while this one loads the modules of the server.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host, port, metricsAt, ...appOptions } = options
  const metrics = new Metrics()
  const { slots, close: closeSlots } = startSlots(options.config.components)
  let app: FastifyInstance | undefined
  let forMetrics: MetricsListener | undefined
  const stop = async () => {
    await Promise.all([app?.close(), forMetrics?.close()])
    await closeSlots()
  }
  try {
    const { buildApp } = await import('../app.ts')
    app = await buildApp({ ...appOptions, metrics, slots })
    if (metricsAt) forMetrics = await serveMetrics(metrics, metricsAt, app.log)
    const listening = await listen(app, { host, port })
    const close = async () => {
      listening.close()
      await stop()
    }
    const address = `http://${urlHost(host)}:${listening.port}`
    return { address, metricsAddress: forMetrics?.address, close }
  } catch (error) {
    await stop()
    throw error
  }
}

function serveMetrics(
  metrics: Metrics,
  at: { host: string; port: number },
  log: FastifyBaseLogger
): Promise<MetricsListener> {
  metrics.observeProcess()
  return listenForMetrics(metrics, {
    at,
    onFailure: (error) => log.error(error, 'metrics unavailable')
  })
}

import type { IncomingMessage } from 'node:http'

import { fastifyHelmet } from '@fastify/helmet'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Analytics } from '../../site/config/analytics.ts'
import { ApiError } from '../errors.ts'
import { allowMethods } from '../http/allow-methods.ts'
import { pictureOrigin } from '../http/picture-origin.ts'
import { refusalOf } from '../http/refusals.ts'
import { HEALTH_PATH } from '../http/request-path.ts'
import { contentSecurityPolicy, referrerPolicy } from '../http/security-headers.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { criticalStylesAt } from '../render/document/page-assets.ts'
import { urlBelow } from './request-address.ts'

/** Adds the headers of all responses. */
export async function addHeaders(
  app: FastifyInstance,
  options: { site: PublishedSite; analytics?: Analytics | undefined; isDevelopment: boolean }
): Promise<void> {
  const { site, analytics, isDevelopment } = options
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: isDevelopment
      ? false
      : contentSecurityPolicy(
          criticalStylesAt({ theme: site.config.theme, basePath: site.basePath }).hash,
          analytics,
          pictureOriginReader(site, app.log)
        ),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: referrerPolicy(analytics)
  })
  // A header, since pictures and Markdown have no meta element.
  if (!site.config.indexable) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex')
    })
  }
}

/** Refuses requests that are not valid. After the hooks that add headers, so that the answers have them. */
export function refuseRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const refusal = refusalOf(raw)
    if (refusal) throw new ApiError(refusal)
  })
  allowMethods(app)
}

/** Reads the picture origin for each request but `/healthz`, which must not need the mirror. */
function pictureOriginReader(site: PublishedSite, log: FastifyBaseLogger) {
  const read = pictureOrigin((error) => log.error(error, 'picture origins unreadable'))
  return ({ url = '' }: IncomingMessage) =>
    urlBelow(url, site.basePath) !== HEALTH_PATH && site.isReady() ? read(site) : ''
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { OFFLINE_PATH } from '../../site/addresses/offline-paths.ts'
import { workerScript } from '../feeds/worker-script.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from '../render/site-shell.ts'
import { type FinishedResponse, finish } from '../responses/finished-response.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import { sendAnswer, sendFound } from '../responses/send-response.ts'

/** `/sw.js`, `/_offline` and the list of what can be kept. */
export const offlineRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  shell: SiteShell
  responses: KeptResponses
}> = async (app, { site, shell, responses }) => {
  let script: FinishedResponse | undefined
  // Browsers that have the worker look for a new one, also after it was switched off.
  app.get('/sw.js', async (request, reply) => {
    script ??= finish(
      { body: workerScript(site, shell), mediaType: 'text/javascript', caching: 'no-cache' },
      [],
      site.hosting
    )
    return sendFound(request, reply, script)
  })
  if (!site.config.isOfflineEnabled) return

  app.get(OFFLINE_PATH, async (request, reply) =>
    sendAnswer(request, reply, { responses, asked: { kind: 'offline' } })
  )
  app.get<{ Params: { hash: string } }>(
    `${OFFLINE_PATH}.:hash(^[0-9a-f]{16}).json`,
    async (request, reply) => {
      const { hash } = request.params
      return sendAnswer(request, reply, { responses, asked: { kind: 'offline-list', hash } })
    }
  )
}

import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { ApiPage } from '../../../web/pages/lists/ApiPage.tsx'
import { sendText, sentText } from '../../http/send-text.ts'
import { renderDocument } from '../../render/document/render-document.ts'
import { listShell } from '../../render/lists/list-shell.ts'
import { feedCaching } from '../../responses/rendered-text.ts'
import type { ApiContext } from './api-context.ts'
import { type ContractDocument, makeContract } from './contract-document.ts'
import { API_VERSION } from './contract/common.ts'
import { type ReadableContract, describeContract } from './describe-contract.ts'

/** `/api/openapi.json`, and `/api/docs` for people. */
export const contractRoutes: FastifyPluginAsyncZod<ApiContext> = async (app, context) => {
  let made: Promise<ContractDocument> | undefined
  const contract = () => (made ??= makeContract(context))

  app.get('/api/openapi.json', async (_request, reply) =>
    send(reply, JSON.stringify(await contract()), 'application/json')
  )

  app.get('/api/docs', async (_request, reply) => {
    context.site.published()
    // The type names only the parts of the document that the page shows.
    const operations = describeContract((await contract()) as ReadableContract)
    const shell = listShell(context, '/api/docs')
    const page = <ApiPage {...{ shell, operations }} version={API_VERSION} />
    return send(reply, renderDocument(page), 'text/html')
  })
}

function send(reply: FastifyReply, body: string, mediaType: string): FastifyReply {
  return sendText(reply.header('cache-control', feedCaching), sentText(body, mediaType))
}

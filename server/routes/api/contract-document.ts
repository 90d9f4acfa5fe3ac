import { type FastifyInstance, fastify } from 'fastify'
import {
  createJsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler
} from 'fastify-type-provider-zod'

import { siteAddress } from '../../../site/addresses/site-address.ts'
import type { ApiContext } from './api-context.ts'
import { describedRoutes } from './described-routes.ts'
import { API_VERSION } from './contract/common.ts'

/** An OpenAPI 3.1 document. */
export type ContractDocument = ReturnType<FastifyInstance['swagger']>

/**
 * Makes the contract of the API from the schemas that validate its requests. The routes are added to a
 * server that never listens, so that only the first reader of the contract pays for it.
 */
export async function makeContract(context: ApiContext): Promise<ContractDocument> {
  const { fastifySwagger } = await import('@fastify/swagger')
  const { config } = context.site
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: `${config.name}: API`,
        version: API_VERSION,
        description: 'Reads what the site publishes. The contract only grows within a version.'
      },
      servers: [{ url: siteAddress(config.domain, '') }]
    },
    stripBasePath: false,
    transform: createJsonSchemaTransform({}),
    transformObject: jsonSchemaTransformObject
  })
  await app.register(describedRoutes, context)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return withoutUnused(reduced(document))
}

/** The part of a document that is changed here. */
interface OpenApi {
  components?: { schemas?: Record<string, object> }
}

/**
 * Without `additionalProperties: false`, since a later version may add fields, and without HEAD, which
 * every address answers.
 */
function reduced(document: ContractDocument): ContractDocument {
  const text = JSON.stringify(document, (key, value: unknown) => {
    const isClosed = key === 'additionalProperties' && value === false
    return isClosed || key === 'head' ? undefined : value
  })
  return JSON.parse(text) as ContractDocument
}

/** The generator adds each schema twice, as input and as output. */
function withoutUnused(document: ContractDocument): ContractDocument {
  const { components, ...rest }: OpenApi = document as OpenApi
  const schemas = components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (part: object) => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    for (const [, name = ''] of references) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name] ?? {})
    }
  }
  visit(rest)
  const kept = Object.entries(schemas).filter(([name]) => used.has(name))
  return { ...rest, components: { schemas: Object.fromEntries(kept) } } as ContractDocument
}

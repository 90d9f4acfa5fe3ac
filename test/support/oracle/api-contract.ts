import { readFileSync } from 'node:fs'

import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** The committed copy of the contract. */
export const contractFile = new URL('../../server/http/api/openapi.json', import.meta.url)

/** A part of a contract; only what the tests read. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  [keyword: string]: unknown
}
export interface Operation {
  operationId?: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export interface Contract {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

let checker: ((method: string, url: string, answer: Answer) => string | undefined) | undefined

/** What is wrong with an answer according to the committed contract; undefined if nothing is. */
function contractProblem(method: string, url: string, answer: Answer): string | undefined {
  checker ??= answerChecker(JSON.parse(readFileSync(contractFile, 'utf8')) as Contract)
  return checker(method, url, answer)
}

/** A server whose answers of the API throw an error in the test if they do not fit the contract. */
export function checkedByContract(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app) as (
    asked: InjectOptions | string
  ) => Promise<LightMyRequestResponse>
  const checked = async (asked: InjectOptions | string) => {
    const reply = await inject(asked)
    const { url, method = 'GET' } = typeof asked === 'string' ? { url: asked } : asked
    const path = typeof url === 'string' ? url : (url?.pathname ?? '')
    const isApi = /^\/api(\/|$|\?)/.test(path)
    const problem = isApi ? contractProblem(method, path, reply) : undefined
    if (problem !== undefined) throw new Error(problem)
    return reply
  }
  // The form of `inject` without arguments is not used in tests.
  return Object.assign(app, { inject: checked as FastifyInstance['inject'] })
}

/** Returns a function that checks answers with ajv. Fields that the contract does not have are faults. */
function answerChecker(contract: Contract): NonNullable<typeof checker> {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.addVocabulary(['components', 'paths'])
  ajv.addSchema({ $id: 'contract', components: closed(contract.components) })
  const compiled = new Map<Schema, ValidateFunction>()
  const validatorOf = (schema: Schema) => {
    const known = compiled.get(schema) ?? ajv.compile(closed(schema) as object)
    compiled.set(schema, known)
    return known
  }
  return (method, url, { statusCode, headers, body }) => {
    const path = (url.split('?')[0] ?? '')
      .replace(/^\/api\/pages\/.*$/, '/api/pages/{page}')
      .replace(/^\/api\/collections\/[^/]*\/rows$/, '/api/collections/{name}/rows')
    if (path === '/api/docs' || path === '/api/openapi.json') return undefined
    if (method === 'HEAD' || statusCode === 204 || isRedirect(statusCode)) return undefined
    const responses = contract.paths[path]?.[method.toLowerCase()]?.responses
    const status = responses?.[statusCode]
      ? String(statusCode)
      : `${Math.floor(statusCode / 100)}XX`
    const described = responses ? responses[status] : undefined
    const content = described?.content ?? { 'application/json': { schema: errorSchema } }
    const type = String(headers['content-type']).split(';')[0] ?? ''
    const media = content[type]
    if (!media) return `${method} ${path}: ${statusCode} with ${type} is not in the contract`
    const isReadable = type === 'application/json' && headers['content-encoding'] === undefined
    if (!isReadable) return undefined
    const isValid = validatorOf(media.schema)
    return isValid(JSON.parse(body))
      ? undefined
      : `${method} ${path}: ${statusCode} ${ajv.errorsText(isValid.errors)}`
  }
}

/** Status 304 too: it has no body. */
function isRedirect(statusCode: number): boolean {
  return statusCode >= 300 && statusCode < 400
}

const errorSchema: Schema = { $ref: '#/components/schemas/Error' }

/** Schemas without additional properties, whose references lead to the whole contract. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    key === '$ref' && typeof part === 'string' ? `contract${part}` : closed(part)
  ])
  const schema = Object.fromEntries(entries) as Schema
  const isObject = schema.type === 'object' && schema.properties !== undefined
  return isObject && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema
}

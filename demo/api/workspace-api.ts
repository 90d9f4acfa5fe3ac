import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'

import { type FastifyInstance, fastify } from 'fastify'
import { getNotionFileUrl } from 'notion-utils'

import { FaultSwitch } from './faults.ts'
import { type PageChunk, loadPageChunk } from './load-page-chunk.ts'
import { type Query, queryCollection } from './query-collection.ts'
import { type RecordShape, RecordBoxes } from './record-boxes.ts'
import { RefusedError } from './refused-error.ts'
import { WorkspaceEditor } from './workspace-editor.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../builder/workspace-file.ts'

interface ReceivedCall {
  endpoint: string
  body: unknown
}

export interface WorkspaceApi {
  /** For example `http://127.0.0.1:41234`. */
  origin: string
  /** `origin` followed by `/api/v3`: the value of `NOTION_API_BASE_URL`. */
  baseUrl: string
  /** All requests, oldest first; file requests have the endpoint `file`. */
  requests: readonly ReceivedCall[]
  /** Injects faults into calls. */
  faults: FaultSwitch
  /** Edits the served workspace; the given one does not change unless `isOwned`. */
  edit: WorkspaceEditor
  /** Values sent in place of records, by id; may be anything. They do not change versions. */
  substitutes: Map<string, unknown>
  /** Total size of all responses, in bytes. */
  readonly sentBytes: number
  close: () => Promise<void>
}

export interface WorkspaceApiOptions {
  workspace: WorkspaceFile
  /**
   * Whether edits may change the given workspace; copying a large one takes seconds. Default false.
   */
  isOwned?: boolean
  /** Files by source URL. */
  assets?: Map<string, WorkspaceAsset>
  /** Form of record boxes. Default nested. */
  shape?: RecordShape
  /** Default 0: any free port. */
  port?: number
  /** Ids of records that exist but may not be read. */
  privateIds?: Set<string>
  /**
   * How syncRecordValuesMain treats more ids than `limit`: it refuses the request or answers the
   * first ids. The real API's limit is not documented. Default no limit.
   */
  maxBatch?: { limit: number; beyond: 'refuse' | 'truncate' }
}

/** Serves a workspace on this machine with the requests and responses of the real API. */
export async function startWorkspaceApi(given: WorkspaceApiOptions): Promise<WorkspaceApi> {
  const workspace = given.isOwned ? given.workspace : structuredClone(given.workspace)
  const privateIds = new Set([...(given.privateIds ?? []), ...(workspace.privateIds ?? [])])
  const substitutes = new Map<string, unknown>()
  const options = { ...given, workspace, privateIds, substitutes }
  const app = fastify({ bodyLimit: 8 * 1024 * 1024, forceCloseConnections: true })
  const requests: ReceivedCall[] = []
  app.addHook('preHandler', async (request) => {
    const isCall = request.url.startsWith('/api/v3/')
    const endpoint = isCall ? (request.url.split(/[/?]/)[3] ?? '') : 'file'
    requests.push({ endpoint, body: isCall ? request.body : request.url })
  })
  const counted = { sentBytes: 0 }
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (typeof payload === 'string') counted.sentBytes += Buffer.byteLength(payload)
    return payload
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const isRefusal = error instanceof RefusedError
    return reply.code(error.statusCode ?? (isRefusal ? 400 : 500)).send({
      errorId: hash(error.message).slice(0, 8),
      name: isRefusal ? 'ValidationError' : 'InternalServerError',
      message: error.message
    })
  })
  const faults = new FaultSwitch()
  faults.guard(app)
  addCallRoutes(app, options)
  addFileRoutes(app, options.assets ?? new Map())

  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  // `address` is a string only for pipes.
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    baseUrl: `${origin}/api/v3`,
    requests,
    faults,
    edit: new WorkspaceEditor(workspace, privateIds),
    substitutes,
    get sentBytes() {
      return counted.sentBytes
    },
    close: () => app.close()
  }
}

interface RecordRequest {
  table: string
  id: string
}

interface ServedOptions extends WorkspaceApiOptions {
  privateIds: Set<string>
  substitutes: Map<string, unknown>
}

function addCallRoutes(app: FastifyInstance, options: ServedOptions): void {
  const { workspace, privateIds, substitutes, maxBatch, shape = 'nested' } = options
  const { assets = new Map<string, WorkspaceAsset>() } = options
  const boxes = new RecordBoxes({ workspace, shape, privateIds, substitutes })

  app.post<{ Body: ChunkRequest }>('/api/v3/loadPageChunk', async ({ body }) => {
    const { pageId, limit = 100, cursor } = body
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
      throw new RefusedError('limit should be a whole number from 1 to 100')
    }
    if (!workspace.block[pageId] || privateIds.has(pageId)) {
      throw new RefusedError(`Unable to read page ${pageId}`)
    }
    const stack = cursor?.stack ?? []
    const chunk = loadPageChunk(workspace, { pageId, limit, stack, privateIds })
    return { cursor: { stack: chunk.stack }, recordMap: boxes.recordMap(chunkRequests(chunk)) }
  })

  app.post<{ Body: { requests: RecordRequest[] } }>(
    '/api/v3/syncRecordValuesMain',
    async ({ body }) => {
      const { limit, beyond } = maxBatch ?? { limit: Infinity, beyond: 'refuse' }
      if (body.requests.length > limit && beyond === 'refuse') {
        throw new RefusedError(`requests should hold at most ${limit} records`)
      }
      return { recordMap: boxes.recordMap(body.requests.slice(0, limit)) }
    }
  )

  app.post<{ Body: Query }>('/api/v3/queryCollection', async ({ body }) => {
    const { collection, collectionView } = body
    if (privateIds.has(collection.id)) throw new RefusedError(`Unable to read ${collection.id}`)
    const { result, rows, coverRows } = queryCollection(workspace, body, privateIds)
    const images = coverRows
      .filter((row) => !privateIds.has(row.id))
      .flatMap((row) => firstImage(workspace, row.content ?? []))
    const recordMap = boxes.recordMap([
      ...[...rows.map((row) => row.id), ...images].map((id) => ({ table: 'block', id })),
      { table: 'collection', id: collection.id },
      { table: 'collection_view', id: collectionView.id }
    ])
    return { result, recordMap }
  })

  app.post<{ Body: { urls: { url: string }[] } }>('/api/v3/getSignedFileUrls', async (request) => {
    const origin = `http://${request.headers.host ?? ''}`
    const sign = (url: string) => {
      const source = assetSource(assets, url)
      return source === undefined ? null : origin + signedPath(source)
    }
    return { signedUrls: request.body.urls.map(({ url }) => sign(url)) }
  })
}

interface ChunkRequest {
  pageId: string
  limit?: number
  cursor?: { stack?: unknown[] }
}

function chunkRequests(chunk: PageChunk): RecordRequest[] {
  return [
    ...recordRequests(
      'block',
      chunk.blocks.map((block) => block.id)
    ),
    ...recordRequests('collection', chunk.collectionIds),
    ...recordRequests('collection_view', chunk.viewIds),
    ...recordRequests('notion_user', chunk.userIds)
  ]
}

function recordRequests(table: string, ids: string[]): RecordRequest[] {
  return ids.map((id) => ({ table, id }))
}

function firstImage(workspace: WorkspaceFile, content: string[]): string[] {
  return content.filter((id) => workspace.block[id]?.type === 'image').slice(0, 1)
}

function addFileRoutes(app: FastifyInstance, assets: Map<string, WorkspaceAsset>): void {
  app.get<{ Querystring: Record<string, string> }>('/signed/*', async (request, reply) => {
    const source = decodedTail(request.url, '/signed/')
    if (request.query['X-Amz-Signature'] !== signatureOf(source)) {
      return reply.code(403).send({ name: 'AccessDenied', message: 'The signature is not valid.' })
    }
    return sendAsset(source)
  })
  app.get('/image/*', (request) => sendAsset(decodedTail(request.url, '/image/')))
  app.get('/images/*', (request) => sendAsset(decodedTail(request.url, '')))
  app.get('/icons/*', (request) => sendAsset(decodedTail(request.url, '')))

  async function sendAsset(source: string): Promise<Response> {
    const asset = assets.get(assetSource(assets, source) ?? '')
    if (!asset) throw Object.assign(new Error(`There is no file ${source}`), { statusCode: 404 })
    // Response requires bytes in an unshared buffer.
    const bytes = new Uint8Array(await asset.read())
    return new Response(bytes, { headers: { 'content-type': asset.mediaType } })
  }
}

/** The source URL of a file, also from its URL inside an `/image/…` URL. */
function assetSource(assets: Map<string, WorkspaceAsset>, url: string): string | undefined {
  return [url, getNotionFileUrl(url) ?? ''].find((source) => assets.has(source))
}

function decodedTail(url: string, prefix: string): string {
  return decodeURIComponent((url.split('?')[0] ?? '').slice(prefix.length))
}

function signedPath(source: string): string {
  const query = `X-Amz-Expires=3600&X-Amz-Signature=${signatureOf(source)}`
  return `/signed/${encodeURIComponent(source)}?${query}`
}

function signatureOf(source: string): string {
  return hash(`signature of ${source}`).slice(0, 32)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

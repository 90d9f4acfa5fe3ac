import { NotionAPI } from 'notion-client'

import { withTimeLimit } from '../../../server/process/time-limit.ts'
import { asCallError } from './call-error.ts'
import { readBody } from './read-body.ts'
import { type QueryResult, readQueryResult } from './query/read-query-result.ts'
import { type Records, readRecords } from './records/read-records.ts'
import { type RecordId, recordKey } from './records/record-tables.ts'
import type { RequestBudget } from './request-budget.ts'
import { ResponseError } from './response-error.ts'
import type { Cell } from './query/view-cells.ts'
import { type ViewQuery, viewLoader } from './query/view-query.ts'

/** Blocks in one chunk of a page; the API answers a larger limit with status 400. */
export const CHUNK_BLOCKS = 100
/** Time-out of one call, its body included. */
const CALL_TIMEOUT_MS = 20_000

/** A JSON response without the content that was requested, and its request. */
export interface UnexpectedResponse {
  endpoint: string
  request: object
  answer: unknown
}

export interface WorkspaceOptions {
  /** With `/api/v3`. */
  baseUrl: string
  token?: string | undefined
  activeUser?: string | undefined
  budget: RequestBudget
  /** Time-out of one call, its body included, in milliseconds. Default 20 s. */
  callTimeoutMs?: number | undefined
  onUnexpected?: ((call: UnexpectedResponse) => void) | undefined
  /** Receives the headers of each response. */
  onHeaders?: ((headers: Headers) => void) | undefined
}

export interface PageChunk {
  /** The cursor: opaque, sent back for the next chunk, empty after the last one. */
  stack: unknown[]
  records: Records
}

export interface FileToSign {
  url: string
  /** The block that contains the file; the workspace checks the permission to read it. */
  blockId: string
}

/**
 * Client of the workspace API: notion-client's requests within a `RequestBudget`. It does not use
 * notion-client's retries (they wait a minute and more for each 429), its time-outs (they end with
 * the headers) and its loops (`getPage` reads only the first chunk and never ends when a block is
 * missing from the responses). All methods throw `CallError`, `OutageError`, or the reason for which
 * the run was stopped.
 */
export class Workspace {
  readonly budget: RequestBudget
  /**
   * A block that is known to exist, added to every request for records. A response without it is
   * rejected: otherwise an empty or foreign record map would look like deleted records.
   */
  canaryId: string | undefined
  readonly #api: NotionAPI
  readonly #options: WorkspaceOptions

  constructor(options: WorkspaceOptions) {
    const { baseUrl, token, activeUser, budget } = options
    this.budget = budget
    this.budget.probe = () => this.#fetchRecords([])
    this.#options = options
    this.#api = new NotionAPI({
      apiBaseUrl: baseUrl,
      ...(token && { authToken: token }),
      ...(activeUser && { activeUser }),
      ofetchOptions: {
        retry: 0,
        responseType: 'stream',
        onResponse: ({ response }) => options.onHeaders?.(response.headers)
      }
    })
  }

  /** Reads records by id in one request. A record that the response omits is absent from the result. */
  async records(requests: RecordId[]): Promise<Records> {
    return this.budget.run(() => this.#fetchRecords(requests))
  }

  /** Queries a view or its whole collection; `unlisted` adds groups that the view's format does not list. */
  async queryCollection(query: ViewQuery, unlisted: Cell[] = []): Promise<QueryResult> {
    const { view, collectionId, spaceId } = query
    const request = {
      body: {
        collection: { id: collectionId },
        collectionView: { id: view.id },
        source: { type: 'collection', id: collectionId },
        loader: viewLoader(query, unlisted)
      },
      headers: { 'x-notion-space-id': spaceId },
      ofetchOptions: { params: { src: 'initial_load' } }
    }
    return this.#post('queryCollection', request, (response) => readQueryResult(response, query))
  }

  /** Reads a chunk of a page, depth first; `stack` is the cursor of the previous chunk. */
  async pageChunk(chunk: { pageId: string; number: number; stack: unknown[] }): Promise<PageChunk> {
    const { pageId, number, stack } = chunk
    const place = { chunkNumber: number, cursor: { stack }, verticalColumns: false }
    const body = { pageId, limit: CHUNK_BLOCKS, ...place }
    return this.#post('loadPageChunk', { body }, (response) => {
      const { cursor } = (response ?? {}) as { cursor?: { stack?: unknown } }
      if (!Array.isArray(cursor?.stack)) throw new ResponseError('the response has no cursor')
      return { stack: cursor.stack, records: readRecords(response) }
    })
  }

  /**
   * Signed URLs of a few files (`Signer` names 50 at most), valid for about an hour, in their order; null
   * where the API returns none.
   */
  async signFiles(files: FileToSign[]): Promise<(string | null)[]> {
    const urls = files.map(({ url, blockId }) => ({
      url,
      permissionRecord: { table: 'block', id: blockId }
    }))
    return this.#post('getSignedFileUrls', { body: { urls } }, (response) => {
      const signed = (response as { signedUrls?: unknown } | null)?.signedUrls
      if (!Array.isArray(signed) || signed.length !== files.length) {
        throw new ResponseError('the response does not have one URL for each file')
      }
      return signed.map((url) => (typeof url === 'string' ? url : null))
    })
  }

  #fetchRecords(requests: RecordId[]): Promise<Records> {
    const canary = this.canaryId
    const isIncluded = requests.some(({ table, id }) => table === 'block' && id === canary)
    const all: RecordId[] =
      canary === undefined || isIncluded ? requests : [{ table: 'block', id: canary }, ...requests]
    const body = { requests: all.map((request) => ({ ...request, version: -1 })) }
    return this.#fetch('syncRecordValuesMain', { body }, (response) => {
      const records = readRecords(response)
      if (canary === undefined || hasBlock(records, canary)) return records
      throw new ResponseError('the response has other records than the requested ones')
    })
  }

  /** Sends a request and parses its response; an unexpected response is retried like a failed call. */
  #post<T>(endpoint: string, request: CallRequest, read: (response: unknown) => T): Promise<T> {
    return this.budget.run(() => this.#fetch(endpoint, request, read))
  }

  async #fetch<T>(
    endpoint: string,
    request: CallRequest,
    read: (response: unknown) => T
  ): Promise<T> {
    const refuse = async (error: unknown): Promise<never> => {
      this.budget.signal.throwIfAborted()
      throw await asCallError(endpoint, error)
    }
    const ms = this.#options.callTimeoutMs ?? CALL_TIMEOUT_MS
    // The body of an error is read within the time limit too.
    const response = await withTimeLimit({ ms, signal: this.budget.signal }, (signal) =>
      this.#send(endpoint, request, signal).catch(refuse)
    )
    return readOr(
      () => read(response),
      (error) => {
        this.#options.onUnexpected?.({ endpoint, request: request.body, answer: response })
        return refuse(error)
      }
    )
  }

  async #send(endpoint: string, request: CallRequest, signal: AbortSignal): Promise<unknown> {
    const ofetchOptions = { ...request.ofetchOptions, signal }
    // A response with the status 204 or 205 has no body.
    const body = await this.#api.fetch<ReadableStream<Uint8Array> | undefined>({
      endpoint,
      ...request,
      ofetchOptions
    })
    return readBody(body)
  }
}

/** Whether the response contains the block, damaged or not. */
function hasBlock(records: Records, id: string): boolean {
  return Boolean(records.block.get(id)) || records.damaged.has(recordKey('block', id))
}

type CallRequest = Omit<Parameters<NotionAPI['fetch']>[0], 'endpoint'> & { body: object }

/** The parsed response. `refuse` handles a `ResponseError`; a bug in the parser is rethrown. */
async function readOr<T>(read: () => T, refuse: (error: unknown) => Promise<never>): Promise<T> {
  try {
    return read()
  } catch (error) {
    if (error instanceof ResponseError) return refuse(error)
    throw error
  }
}

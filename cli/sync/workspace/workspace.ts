import type { CollectionView } from 'notion-types'
import { NotionAPI } from 'notion-client'

import { asCallError } from './call-error.ts'
import { readBody } from './read-body.ts'
import { type RecordTable, recordKey } from './record-tables.ts'
import { AnswerError, type Records, readRecords } from './read-records.ts'
import type { RequestBudget } from './request-budget.ts'
import { type Cell, type QueryResult, readQueryResult, viewLoader } from './view-query.ts'

/** Files signed in one request. */
const SIGN_BATCH = 100
/** Blocks of a page in one chunk; the API refuses more. */
export const CHUNK_BLOCKS = 100
/** Time one call may take, its body included. */
const CALL_TIMEOUT_MS = 20_000

export interface WorkspaceOptions {
  /** With `/api/v3`. */
  baseUrl: string
  token?: string | undefined
  activeUser?: string | undefined
  budget: RequestBudget
  /** Milliseconds one call may take. Default 20 s. */
  callTimeoutMs?: number | undefined
  /** Called with every answer that is JSON and not what was asked for. */
  onMisunderstood?:
    | ((call: { endpoint: string; request: object; answer: unknown }) => void)
    | undefined
}

/** A record to ask for. */
export interface RecordRequest {
  table: RecordTable
  id: string
}

export interface ViewQuery {
  view: CollectionView
  collectionId: string
  spaceId: string
  /** Rows asked for; the API knows no cursor, only larger limits. */
  limit: number
  /** IANA name; relative dates of filters and the days of groups depend on it. */
  timeZone: string
  /** Leave out the view's own filter, sort and groups: every row of the collection. */
  isWhole?: boolean
}

export interface PageChunk {
  /** Opaque; sent back for the next chunk, empty when there is none. */
  stack: unknown[]
  records: Records
}

export interface FileToSign {
  url: string
  /** The block that shows the file; the workspace checks the permission on it. */
  blockId: string
}

/**
 * The workspace as a run sees it: notion-client's requests within our budget. Its own retries are
 * off (it waits a minute and more for each 429), so are its time-outs (they end with the headers)
 * and its loops (`getPage` reads only the first chunk and never ends when a block is not answered).
 */
export class Workspace {
  readonly budget: RequestBudget
  /**
   * A block that is known to be there, asked for along with all others: an answer without it is
   * none, so that an empty or foreign record map does not pass for so many records that are gone.
   */
  witnessId: string | undefined
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
      ofetchOptions: { retry: 0, responseType: 'stream' }
    })
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.budget.requests
  }

  /** Reads records by id in one request. What the workspace does not answer is absent from the result. */
  async records(requests: RecordRequest[]): Promise<Records> {
    return this.budget.run(() => this.#fetchRecords(requests))
  }

  /** Asks for the rows of a view, or of its whole collection; `unasked` adds groups that its format does not list. */
  async queryCollection(query: ViewQuery, unasked: Cell[] = []): Promise<QueryResult> {
    const { view, collectionId, spaceId } = query
    const request = {
      body: {
        collection: { id: collectionId },
        collectionView: { id: view.id },
        source: { type: 'collection', id: collectionId },
        loader: viewLoader(query, unasked)
      },
      headers: { 'x-notion-space-id': spaceId },
      ofetchOptions: { params: { src: 'initial_load' } }
    }
    return this.#post('queryCollection', request, (answer) => readQueryResult(answer, query))
  }

  /** Reads a chunk of a page, depth first; `stack` is that of the chunk before, empty after the last one. */
  async pageChunk(asked: { pageId: string; number: number; stack: unknown[] }): Promise<PageChunk> {
    const { pageId, number, stack } = asked
    const place = { chunkNumber: number, cursor: { stack }, verticalColumns: false }
    const body = { pageId, limit: CHUNK_BLOCKS, ...place }
    return this.#post('loadPageChunk', { body }, (answer) => {
      const { cursor } = (answer ?? {}) as { cursor?: { stack?: unknown } }
      if (!Array.isArray(cursor?.stack)) throw new AnswerError('the answer has no cursor')
      return { stack: cursor.stack, records: readRecords(answer) }
    })
  }

  /** Addresses that may be fetched for a while, in the order asked; null where none is given. */
  async signFiles(files: FileToSign[]): Promise<(string | null)[]> {
    const starts = Array.from({ length: Math.ceil(files.length / SIGN_BATCH) }, (_, index) => index)
    const signed = await Promise.all(
      starts.map((start) => this.#sign(files.slice(start * SIGN_BATCH, (start + 1) * SIGN_BATCH)))
    )
    return signed.flat()
  }

  #sign(files: FileToSign[]): Promise<(string | null)[]> {
    const urls = files.map(({ url, blockId }) => ({
      url,
      permissionRecord: { table: 'block', id: blockId }
    }))
    return this.#post('getSignedFileUrls', { body: { urls } }, (answer) => {
      const signed = (answer as { signedUrls?: unknown } | null)?.signedUrls
      if (!Array.isArray(signed) || signed.length !== files.length) {
        throw new AnswerError('the answer does not hold an address for each file')
      }
      return signed.map((url) => (typeof url === 'string' ? url : null))
    })
  }

  #fetchRecords(requests: RecordRequest[]): Promise<Records> {
    const witness = this.witnessId
    const isAsked = requests.some(({ table, id }) => table === 'block' && id === witness)
    const asked: RecordRequest[] =
      witness === undefined || isAsked ? requests : [{ table: 'block', id: witness }, ...requests]
    const body = { requests: asked.map((request) => ({ ...request, version: -1 })) }
    return this.#fetch('syncRecordValuesMain', { body }, (answer) => {
      const records = readRecords(answer)
      if (witness === undefined || holds(records, witness)) return records
      throw new AnswerError('the answer holds other records than those that were asked for')
    })
  }

  /**
   * Sends a request and reads its answer; one that is not understood is asked for again, like one
   * that failed. Throws `CallError`, `OutageError`, or the reason for which the run was stopped.
   */
  #post<T>(endpoint: string, request: CallRequest, read: (answer: unknown) => T): Promise<T> {
    return this.budget.run(() => this.#fetch(endpoint, request, read))
  }

  async #fetch<T>(
    endpoint: string,
    request: CallRequest,
    read: (answer: unknown) => T
  ): Promise<T> {
    const refuse = async (error: unknown): Promise<never> => {
      this.budget.signal.throwIfAborted()
      throw await asCallError(endpoint, error)
    }
    const answer = await this.#send(endpoint, request).catch(refuse)
    return readOr(
      () => read(answer),
      (error) => {
        this.#options.onMisunderstood?.({ endpoint, request: request.body, answer })
        return refuse(error)
      }
    )
  }

  async #send(endpoint: string, request: CallRequest): Promise<unknown> {
    const timeout = AbortSignal.timeout(this.#options.callTimeoutMs ?? CALL_TIMEOUT_MS)
    const signal = AbortSignal.any([timeout, this.budget.signal])
    const ofetchOptions = { ...request.ofetchOptions, signal }
    const body = await this.#api.fetch<ReadableStream<Uint8Array>>({
      endpoint,
      ...request,
      ofetchOptions
    })
    return readBody(body)
  }
}

/** Whether a block was answered, in whatever state. */
function holds(records: Records, id: string): boolean {
  return Boolean(records.block.get(id)) || records.damaged.has(recordKey('block', id))
}

type CallRequest = Omit<Parameters<NotionAPI['fetch']>[0], 'endpoint'> & { body: object }

/** What an answer says; one that is not understood goes to `refuse`, a fault of our own code to nobody. */
async function readOr<T>(read: () => T, refuse: (error: unknown) => Promise<never>): Promise<T> {
  try {
    return read()
  } catch (error) {
    if (error instanceof AnswerError) return refuse(error)
    throw error
  }
}

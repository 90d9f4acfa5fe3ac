import type { CollectionView } from 'notion-types'
import { NotionAPI } from 'notion-client'
import { FetchError } from 'ofetch'

import { type Records, type RecordTable, AnswerError, readRecords } from './records.ts'
import type { FormatGroup } from '../../site/view-group.ts'
import type { RequestBudget } from './request-budget.ts'
import { type QueryResult, readQueryResult, viewLoader } from './view-query.ts'

/** Ids asked for in one request; larger batches are not documented to work. */
const BATCH_SIZE = 100
/** So many ids of which none is answered are a fault of the API, and not as many dead links. */
const SUSPICIOUS_WHEN_EMPTY = 20
/** Time one call may take. */
const CALL_TIMEOUT_MS = 20_000

export interface WorkspaceOptions {
  /** With `/api/v3`. */
  baseUrl: string
  token?: string | undefined
  activeUser?: string | undefined
  budget: RequestBudget
  /** Milliseconds one call may take. Default 20 s. */
  callTimeoutMs?: number | undefined
}

export interface ViewQuery {
  view: CollectionView
  collectionId: string
  spaceId: string
  /** Rows asked for; the API knows no cursor, only larger limits. */
  limit: number
  /** Leave out the view's own filter, sort and groups: every row of the collection. */
  isWhole?: boolean
}

export interface FileToSign {
  url: string
  /** The block that shows the file; the workspace checks the permission on it. */
  blockId: string
}

/**
 * The workspace as the walk sees it: notion-client's requests within our budget. Its own retries
 * are off (it waits a minute and more for each 429) and so are its loops (`getPage` reads only the
 * first chunk and never ends when a block is not answered).
 */
export class Workspace {
  readonly #api: NotionAPI
  readonly #budget: RequestBudget

  constructor(options: WorkspaceOptions) {
    const { baseUrl, token, activeUser, budget, callTimeoutMs = CALL_TIMEOUT_MS } = options
    this.#budget = budget
    this.#api = new NotionAPI({
      apiBaseUrl: baseUrl,
      ...(token && { authToken: token }),
      ...(activeUser && { activeUser }),
      ofetchOptions: { retry: 0, timeout: callTimeoutMs }
    })
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#budget.requests
  }

  /**
   * Reads records by id, in batches. What the workspace does not answer is absent from the result;
   * a batch of which nothing is answered is an error, unless the ids are `links`, which may be dead.
   */
  async records(
    table: RecordTable,
    ids: string[],
    kind: 'content' | 'links' = 'content'
  ): Promise<Records[]> {
    const mustAnswer = kind === 'content'
    return Promise.all(batchesOf(ids).map((batch) => this.#readBatch(table, batch, mustAnswer)))
  }

  /** Asks for the rows of a view, or of its whole collection; `unasked` adds groups that its format does not list. */
  async queryCollection(query: ViewQuery, unasked: FormatGroup[] = []): Promise<QueryResult> {
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
    return this.#post('queryCollection', request, (answer) => readQueryResult(answer, view))
  }

  /** Addresses that may be fetched for a while, in the order asked; null where none is given. */
  async signFiles(files: FileToSign[]): Promise<(string | null)[]> {
    const signed = await Promise.all(batchesOf(files).map((batch) => this.#signBatch(batch)))
    return signed.flat()
  }

  #readBatch(table: RecordTable, ids: string[], mustAnswer: boolean): Promise<Records> {
    const requests = ids.map((id) => ({ table, id, version: -1 }))
    return this.#post('syncRecordValuesMain', { body: { requests } }, (answer) => {
      const records = readRecords(answer)
      const isEmpty = records[table].size === 0 && ids.length >= SUSPICIOUS_WHEN_EMPTY
      if (isEmpty && mustAnswer) throw new AnswerError(`none of ${ids.length} records came back`)
      return records
    })
  }

  #signBatch(files: FileToSign[]): Promise<(string | null)[]> {
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

  /** Sends a request and reads its answer; one that is not understood is asked for again, like one that failed. */
  #post<T>(
    endpoint: string,
    options: Omit<Parameters<NotionAPI['fetch']>[0], 'endpoint'>,
    read: (answer: unknown) => T
  ): Promise<T> {
    return this.#budget
      .run(async () => read(await this.#api.fetch<unknown>({ endpoint, ...options })))
      .catch((error: unknown) => {
        throw new WorkspaceError(endpoint, error)
      })
  }
}

/** A request that the workspace refused or that did not get through. */
class WorkspaceError extends Error {
  override name = 'WorkspaceError'

  constructor(endpoint: string, cause: unknown) {
    const body: unknown = cause instanceof FetchError ? cause.data : undefined
    const told = typeof body === 'object' && body !== null && 'message' in body ? body.message : ''
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`the workspace did not answer ${endpoint}: ${reason} ${String(told)}`.trim(), { cause })
  }
}

function batchesOf<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE)
  )
}

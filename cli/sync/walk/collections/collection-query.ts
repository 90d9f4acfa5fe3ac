import type { ViewGroup } from '../../../../db/records/walk-result.ts'
import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { CallError } from '../../workspace/call-error.ts'
import type { RecordIntake } from '../requests/record-intake.ts'
import type { Staging } from '../../staging/staging.ts'
import type { QueryResult } from '../../workspace/query/read-query-result.ts'
import { type Cell, unlistedCells } from '../../workspace/query/view-cells.ts'
import type { ViewQuery } from '../../workspace/query/view-query.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Row limit of the first request; it grows while the response reports more rows. */
const FIRST_LIMIT = 1000
const LIMIT_GROWTH = 8

interface CollectionQueryOptions {
  workspace: Workspace
  staging: Staging
  intake: RecordIntake
  published: PublishedRecords
  spaceId: string
  /** IANA name. */
  timeZone: string
}

type Query = Pick<ViewQuery, 'view' | 'collectionId' | 'isWhole'>

/** The workspace returns fewer rows than it reports. */
export class MissingRowsError extends CallError {
  override name = 'MissingRowsError'
}

/** Queries collections for their rows, and records which queries failed. */
export class CollectionQuery {
  readonly #options: CollectionQueryOptions
  /** By view id: the rows of a view whose query returned only some of them. */
  readonly #parts = new Map<string, ViewGroup[]>()
  #hasSucceeded = false
  /** The last refusal, by collection. */
  readonly #refused = new Map<string, CallError>()
  #failed: CallError | undefined

  constructor(options: CollectionQueryOptions) {
    this.#options = options
  }

  /**
   * The error that suggests an outage of the API: the query for all rows of a collection failed, or
   * several collections were refused and no query succeeded. Undefined when only some collections
   * are refused, which later runs would not change.
   */
  get outage(): CallError | undefined {
    const [first, second] = this.#refused.values()
    return this.#failed ?? (second && !this.#hasSucceeded ? first : undefined)
  }

  /** The rows of a view whose query returned only some of them; undefined when it returned all. */
  partOf(viewId: string): ViewGroup[] | undefined {
    return this.#parts.get(viewId)
  }

  /** The groups of a view with all their rows. Throws `CallError` when rows are missing. */
  async run(query: Query): Promise<ViewGroup[]> {
    const result = await this.#request(query).catch((error: unknown) => {
      if (error instanceof CallError) this.#noteFailure(query, error)
      throw error
    })
    this.#hasSucceeded = true
    this.#acceptRows(result)
    if (!result.hasMore) return result.groups

    this.#parts.set(query.view.id, result.groups)
    const count = rowIdsOf(result.groups).length
    const message = `the query returns only ${count} rows and reports that there are more`
    throw new MissingRowsError(message, { cause: undefined })
  }

  /** Only queries for all rows count: they also find the rows of a view that cannot be queried. */
  #noteFailure({ collectionId, isWhole }: Query, error: CallError): void {
    if (!isWhole) return
    if (error.isFinal) this.#refused.set(collectionId, error)
    else this.#failed = error
  }

  /**
   * Requests the groups that the view's format lists and those it was published with, and repeats
   * the request when the response names others. The limit grows until no group has more rows, or until
   * the workspace does not answer such a large query: the rows of the last response are kept.
   */
  async #request(query: Query): Promise<QueryResult> {
    const { workspace, spaceId, timeZone, published } = this.#options
    const request = (limit: number, unlisted: Cell[]) =>
      workspace.queryCollection({ ...query, spaceId, timeZone, limit }, unlisted)

    const known = published.rowIds(query.collectionId).length
    let limit = FIRST_LIMIT * Math.ceil((known + 1) / FIRST_LIMIT)
    const publishedGroups = published.view(query.view.id)?.groups ?? []
    let unlisted = query.isWhole ? [] : unlistedCells(query.view, publishedGroups)
    let result = await request(limit, unlisted)
    if (result.unlisted.length > 0) {
      unlisted = [...unlisted, ...result.unlisted]
      result = await request(limit, unlisted)
    }

    for (let last = 0; result.hasMore && sizeOf(result) > last;) {
      last = sizeOf(result)
      limit *= LIMIT_GROWTH
      const larger = await request(limit, unlisted).catch(asUndefined)
      if (larger === undefined) break
      result = larger
    }
    return result
  }

  /** Stages the rows that the response contains; the walk requests the others. */
  #acceptRows({ groups, records }: QueryResult): void {
    const { staging, intake } = this.#options
    const ids = new Set(rowIdsOf(groups))
    staging.batch(() => {
      for (const id of ids) {
        const record = records.block.get(id)
        const isKnown = record === undefined || staging.isCurrent('block', id)
        const unread = records.unread.get(id)
        if (!isKnown) intake.accept({ table: 'block', id, pageId: id }, record, unread)
      }
    })
  }
}

/** The ids of the rows in all groups; a row in several groups is repeated. */
export function rowIdsOf(groups: ViewGroup[]): string[] {
  return groups.flatMap((group) => group.rowIds)
}

function asUndefined(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
}

function sizeOf(result: QueryResult): number {
  return result.groups.reduce((sum, group) => sum + group.rowIds.length, result.groups.length)
}

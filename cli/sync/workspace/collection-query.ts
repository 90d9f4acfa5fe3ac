import type { ViewGroup } from '../../../db/records/walk-result.ts'
import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { CallError } from './call-error.ts'
import type { RecordIntake } from '../walk/requests/record-intake.ts'
import type { Staging } from '../staging/staging.ts'
import { type Cell, type QueryResult, unlistedCells } from './view-query.ts'
import type { ViewQuery, Workspace } from './workspace.ts'

/** First number of rows asked for; grows when the workspace says that there are more. */
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

/** The workspace says that there are more rows than it gives. */
export class MissingRowsError extends CallError {
  override name = 'MissingRowsError'
}

/** Queries collections for rows, and remembers how these queries went. */
export class CollectionQuery {
  readonly #options: CollectionQueryOptions
  /** The rows of views of which the workspace gave only some. */
  readonly #parts = new Map<string, ViewGroup[]>()
  #isAnswered = false
  /** The last refusal, by collection. */
  readonly #refused = new Map<string, CallError>()
  #unanswered: CallError | undefined

  constructor(options: CollectionQueryOptions) {
    this.#options = options
  }

  /**
   * Why the rows of a collection may be had later: the query for all of them got no answer, or every
   * query was refused, for several collections, which says more about the API than about these.
   * Undefined when the workspace refuses single collections for good.
   */
  get outage(): CallError | undefined {
    const [first, second] = this.#refused.values()
    return this.#unanswered ?? (second && !this.#isAnswered ? first : undefined)
  }

  /** The rows that came of a view whose query did not give all of them. */
  partOf(viewId: string): ViewGroup[] | undefined {
    return this.#parts.get(viewId)
  }

  /** The groups of a view with all their rows. Throws `CallError` when they cannot all be had. */
  async run(query: Query): Promise<ViewGroup[]> {
    const result = await this.#ask(query).catch((error: unknown) => {
      if (error instanceof CallError) this.#noteFailure(query, error)
      throw error
    })
    this.#isAnswered = true
    this.#acceptRows(result)
    if (!result.hasMore) return result.groups

    this.#parts.set(query.view.id, result.groups)
    const count = rowIdsOf(result.groups).length
    const message = `the query gives ${count} rows and no more, and says that there are more`
    throw new MissingRowsError(message, { cause: undefined })
  }

  /** Of a view that cannot be read the rows are found all the same. */
  #noteFailure({ collectionId, isWhole }: Query, error: CallError): void {
    if (!isWhole) return
    if (error.isFinal) this.#refused.set(collectionId, error)
    else this.#unanswered = error
  }

  /**
   * Asks with a growing limit until no group has more rows, for the groups that the view's format
   * lists and those it was published with, and once more when the answer names others.
   */
  async #ask(query: Query): Promise<QueryResult> {
    const { workspace, spaceId, timeZone, published } = this.#options
    const ask = (limit: number, unasked: Cell[]) =>
      workspace.queryCollection({ ...query, spaceId, timeZone, limit }, unasked)

    const known = published.rowIds(query.collectionId).length
    let limit = FIRST_LIMIT * Math.ceil((known + 1) / FIRST_LIMIT)
    const publishedGroups = published.view(query.view.id)?.groups ?? []
    let asked = query.isWhole ? [] : unlistedCells(query.view, publishedGroups)
    let result = await ask(limit, asked)
    if (result.unasked.length > 0) {
      asked = [...asked, ...result.unasked]
      result = await ask(limit, asked)
    }

    for (let last = 0; result.hasMore && sizeOf(result) > last;) {
      last = sizeOf(result)
      limit *= LIMIT_GROWTH
      result = await ask(limit, asked)
    }
    return result
  }

  /** Rows come with the answer to their query; those that did not are asked for by the walk. */
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

export function rowIdsOf(groups: ViewGroup[]): string[] {
  return groups.flatMap((group) => group.rowIds)
}

function sizeOf(result: QueryResult): number {
  return result.groups.reduce((sum, group) => sum + group.rowIds.length, result.groups.length)
}

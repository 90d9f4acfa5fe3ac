import type { FoundPage } from '../../../db/lists/find-page.ts'
import type { CollectionRows } from '../../feeds/api/row-list.ts'
import type { StatementPool } from '../../process/statement/statement-pool.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import type { KeptResponses } from '../../responses/kept-responses.ts'
import type { ResponseRequest } from '../../responses/response-request.ts'
import type { SiteSearch } from '../../search/site-search.ts'

/** What assistants read from. */
export interface AssistantSource {
  site: PublishedSite
  search: SiteSearch
  statements: StatementPool
  /** The IP address of who asks; see `PooledStatement`. */
  client: string
  /** A page as Markdown; undefined if it has left the site. */
  readMarkdown: (page: FoundPage) => Promise<string | undefined>
  /** The answer of `/api/collections/<collection>/rows`. */
  readRows: (rows: CollectionRows) => Promise<object | undefined>
  onFailure: (error: unknown) => void
}

/** The source of a server: texts are made in its render processes, and kept. */
export function servedSource(
  parts: Omit<AssistantSource, 'readMarkdown' | 'readRows'> & { responses: KeptResponses }
): AssistantSource {
  const { responses, ...rest } = parts
  return {
    ...rest,
    readMarkdown: ({ id, path }) =>
      textOf(responses.answer({ kind: 'markdown', pageId: id, path } satisfies ResponseRequest)),
    readRows: async (rows) => {
      const text = await textOf(responses.answerOnce({ kind: 'api-rows', rows }))
      return text === undefined ? undefined : (JSON.parse(text) as object)
    }
  }
}

async function textOf(
  answer: ReturnType<KeptResponses['answer' | 'answerOnce']>
): Promise<string | undefined> {
  const found = await answer
  return found && 'bodies' in found ? found.bodies.identity.toString() : undefined
}

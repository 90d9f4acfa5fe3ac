import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { keyFilters } from '../../../db/describe/rows/read-row.ts'
import { withoutSlashes } from '../../../site/addresses/site-address.ts'
import {
  DATA_PATH,
  type DataPage,
  parseDataPath,
  tableHref
} from '../../../site/browse/data-address.ts'
import {
  type DataQuery,
  dataSearch,
  parseDataQuery,
  parseFilterForm
} from '../../../site/browse/data-query.ts'
import { ApiError } from '../../errors.ts'
import { searchOf } from '../../http/request-path.ts'
import type { StatementPool } from '../../process/statement/statement-pool.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { browsedTables } from '../../render/browse/browsed-tables.ts'
import { MAX_PAGE_ROWS, PAGE_ROWS, rowsRequest } from '../../render/browse/rows-of-query.ts'
import type { KeptResponses } from '../../responses/kept-responses.ts'
import { sendAnswer, sendFound, sendRedirect } from '../../responses/send-response.ts'
import { checkedStatement } from './checked-statement.ts'
import { sendRowsFile } from './send-rows-file.ts'

interface DataContext {
  site: PublishedSite
  responses: KeptResponses
  statements: StatementPool
}

/**
 * `/_data`: the tables of the mirror, their rows and files of these. Like `/mirror.db`, which has the
 * same content, it can be switched off, and waits for a sync while the mirror contains excluded pages.
 */
export const dataRoutes: FastifyPluginAsyncZod<DataContext> = async (app, context) => {
  const { site, responses } = context
  if (!site.config.isMirrorDownloadEnabled) return

  app.get(DATA_PATH, async (request, reply) => {
    requireData(site)
    return sendAnswer(request, reply, {
      responses,
      asked: { kind: 'data', page: { kind: 'index' } }
    })
  })

  app.get(`${DATA_PATH}/*`, async (request, reply) => {
    const [path = ''] = request.siteUrl.split('?')
    const bare = withoutSlashes(path)
    if (bare !== path) return sendRedirect(request, reply, bare + searchOf(request.siteUrl))
    requireData(site)
    const address = parseDataPath(path)
    const table = address && browsedTables(site).get(address.table)
    if (!table) throw new ApiError('not_found')
    if (address.kind === 'row')
      return sendRow(request, reply, { responses, table, key: address.key })
    const names = table.columns.map(({ name }) => name)
    const search = searchOf(request.siteUrl)
    const query = parseDataQuery(search, names)
    const { format } = address
    if (format) return sendRowsFile(request, reply, { ...context, table, query, format })
    const added = parseFilterForm(search, names)
    if (added === undefined) return sendRows(request, reply, { responses, table, query })
    const filters = added ? [...query.filters, added] : query.filters
    return sendRedirect(request, reply, tableHref(table.name, { ...query, filters }))
  })
}

/** Throws `ApiError` data_not_ready, or like `published`. */
function requireData(site: PublishedSite): void {
  if (site.hasExcludedPages()) throw new ApiError('data_not_ready')
}

async function sendRow(
  request: FastifyRequest,
  reply: FastifyReply,
  { responses, table, key }: { responses: KeptResponses; table: BrowsableTable; key: string[] }
): Promise<FastifyReply> {
  if (key.length !== table.key.length) throw new ApiError('not_found')
  checkedStatement(table, { filters: keyFilters(table, key) }, 1)
  return sendOnce(request, reply, { responses, page: { kind: 'row', table: table.name, key } })
}

async function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  { responses, table, query }: { responses: KeptResponses; table: BrowsableTable; query: DataQuery }
): Promise<FastifyReply> {
  const size = Math.min(query.size ?? PAGE_ROWS, MAX_PAGE_ROWS)
  const shown = { ...query, size: size === PAGE_ROWS ? undefined : size }
  checkedStatement(table, rowsRequest(shown), 1)
  const page = { kind: 'rows', table: table.name, search: dataSearch(shown) } as const
  if (!isKept(shown)) return sendOnce(request, reply, { responses, page })
  return sendAnswer(request, reply, { responses, asked: { kind: 'data', page } })
}

/** Whether there are so few addresses of this kind that they do not push pages out of the cache. */
function isKept({ filters, cursor, size, columns, facets }: DataQuery): boolean {
  const isWhole = filters.length === 0 && cursor === undefined
  return isWhole && size === undefined && columns.length === 0 && facets.length <= 1
}

/** Sends a response that is not kept; concurrent requests for it share one rendering. */
async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { responses, page }: { responses: KeptResponses; page: DataPage }
): Promise<FastifyReply> {
  const answer = await responses.answerOnce({ kind: 'data', page })
  if (!answer) throw new ApiError('not_found')
  return sendFound(request, reply, answer)
}

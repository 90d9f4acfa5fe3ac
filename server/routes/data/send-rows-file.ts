import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import type { DataFormat } from '../../../site/browse/data-address.ts'
import { type DataQuery, dataSearch } from '../../../site/browse/data-query.ts'
import { QueryLimitError } from '../../../db/describe/query-error.ts'
import { ApiError } from '../../errors.ts'
import { etagOf, isNotModified } from '../../http/caching.ts'
import { csvFormat } from '../../process/statement/format/csv-format.ts'
import { jsonFormat } from '../../process/statement/format/json-format.ts'
import { ndjsonFormat } from '../../process/statement/format/ndjson-format.ts'
import { readCodeVersion } from '../../process/load-module.js'
import type { RowFormat } from '../../process/statement/format/row-format.ts'
import type { RunningStatement } from '../../process/statement/run-statement.ts'
import type { StatementPool } from '../../process/statement/statement-pool.ts'
import type { PublishedMirror } from '../../publication/mirror-source.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { refuseOther } from '../../publication/refuse-other.ts'
import { rowsRequest } from '../../render/browse/rows-of-query.ts'
import { pageCaching } from '../../responses/rendered-text.ts'
import type { Encoding } from '../../responses/finished-response.ts'
import { LIST_KEY } from '../../responses/surrogate-keys.ts'
import { chooseEncoding, encoder, tagOfEncoding } from '../../site/compress-answers.ts'
import type { RowsStatement } from '../../../db/describe/rows/rows-statement.ts'
import { checkedStatement } from './checked-statement.ts'

/** Rows of one file. */
const MAX_ROWS = 1_000_000
/** Rows that are read at once; `runStatement` bounds their bytes. */
const BATCH_ROWS = 500

const formats: Record<DataFormat, { mediaType: string; write: (columns: string[]) => RowFormat }> =
  {
    csv: {
      mediaType: 'text/csv; charset=utf-8; header=present',
      write: (columns) => csvFormat(columns, { isRaw: false })
    },
    json: { mediaType: 'application/json; charset=utf-8', write: jsonFormat },
    ndjson: { mediaType: 'application/x-ndjson; charset=utf-8', write: ndjsonFormat }
  }

interface Asked {
  site: PublishedSite
  statements: StatementPool
  table: BrowsableTable
  query: DataQuery
  format: DataFormat
}

/**
 * Streams the rows of a table as a file, read in a process of its own and compressed: neither the rows
 * nor a slow reader take memory here. Throws `ApiError` bad_request, busy, page_late or mirror_unreadable.
 */
export async function sendRowsFile(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked
): Promise<FastifyReply> {
  const { site, table, query, format } = asked
  const published = site.published()
  const statement = checkedStatement(table, rowsRequest(query), query.size ?? MAX_ROWS)
  const encoding = chooseEncoding(request, reply)
  const etag = tagOfEncoding(etagFor(published, asked), encoding)
  const isKnown = isNotModified(request.headers['if-none-match'], etag)
  const isRead = request.method !== 'HEAD' && !isKnown
  const opened = { ...asked, published, statement, encoding }
  const body = isRead ? await openBody(request, opened) : undefined
  if (encoding !== 'identity' && !isKnown) reply.header('content-encoding', encoding)
  reply
    .header('cache-control', pageCaching)
    .header('surrogate-key', LIST_KEY)
    .header('x-robots-tag', 'noindex')
    .header('etag', etag)
    .type(formats[format].mediaType)
    .header('content-disposition', `inline; filename*=UTF-8''${fileName(table, format)}`)
  return reply.code(isKnown ? 304 : 200).send(body)
}

/** Equal rows of one publication are equal bytes, if the same code writes them. */
function etagFor({ publication }: PublishedMirror, { table, query, format }: Asked): string {
  const { generation, digest, publishedAt } = publication
  const file = [table.name, dataSearch(query), format]
  return etagOf(JSON.stringify([readCodeVersion(), generation, digest, publishedAt, ...file]))
}

function fileName({ name }: BrowsableTable, format: DataFormat): string {
  return `${encodeURIComponent(name)}.${format}`
}

/** Starts the statement; the stream fails if it is ended, so that the file is not taken for complete. */
async function openBody(
  request: FastifyRequest,
  asked: Asked & { published: PublishedMirror; statement: RowsStatement; encoding: Encoding }
): Promise<Readable> {
  const { published, statement, statements, format, encoding } = asked
  const stop = new AbortController()
  const body = new PassThrough()
  const { socket } = request.raw
  const end = () => stop.abort()
  // If the client has left, the statement ends. If it stays, its next request uses the same connection.
  socket.once('close', end)
  body.once('close', () => {
    socket.off('close', end)
    // After its last row, a statement ends by itself, and its process can run another one.
    if (!body.readableEnded) end()
  })
  const { sql, values } = statement
  const running = {
    client: request.ip,
    file: published.mirror.$client.name,
    sql,
    values,
    signal: stop.signal
  }
  return new Promise((resolve, reject) => {
    const done = statements.run(running, async (rows) => {
      refuseOther(published)
      resolve(body)
      const text = textOf(rows, formats[format].write(rows.columns))
      // A reader that has stopped reading must not hold the statement after its time.
      await pipeline(text, encoder(encoding), body, { signal: rows.signal })
    })
    done.catch((error: unknown) => {
      reject(explained(error))
      // Without an error: the process would end if it was emitted before the stream has a reader.
      body.destroy()
    })
  })
}

async function* textOf(running: RunningStatement, format: RowFormat): AsyncGenerator<string> {
  yield format.head()
  for (let isEnd = false; !isEnd;) {
    const batch = await readBatch(running)
    yield format.rows(batch.rows)
    isEnd = batch.isEnd
  }
  yield format.end()
}

/** The answer is an error if it is refused before a compressed text has begun. */
async function readBatch(running: RunningStatement): ReturnType<RunningStatement['read']> {
  try {
    return await running.read(BATCH_ROWS)
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (error instanceof QueryLimitError) return new ApiError('page_late', error.message)
  return error
}

import { FetchLimitError } from '../../../site/ranges/ranged-file.ts'
import { suggestName } from '../../../site/sql/suggest-name.ts'
import type { QueryAnswer, QueryRequest } from '../protocol.ts'
import { openFile } from './open-file.ts'
import { QueryDatabase } from './query-database.ts'
import { QueryFault } from './query-fault.ts'
import { exportRows } from './export-rows.ts'
import { type KeptRows, inOrder } from './statement-result.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** Rows that the page shows. */
const SHOWN_ROWS = 500

// A module worker: it reads the database synchronously, so it does nothing else meanwhile. The page ends it
// to cancel a statement.
let database: QueryDatabase | undefined
let kept: KeptRows | undefined
/** Why the database could not be opened: the answer to every later request. */
let refusal: QueryAnswer | undefined

/** One request after the other: a statement may arrive while the database is opened. */
let done = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<QueryRequest>) => {
  done = done.then(() => answer(data))
})

async function answer(request: QueryRequest): Promise<void> {
  try {
    if (request.kind === 'open') await open(request)
    else if (database) use(database, request)
    else if (refusal) send(refusal)
  } catch (error) {
    const failure = failureOf(error)
    if (request.kind === 'open') refusal = failure
    send(failure)
  }
}

async function open({ address }: Extract<QueryRequest, { kind: 'open' }>): Promise<void> {
  const file = await openFile(address)
  const opened = await QueryDatabase.open(file)
  send({ kind: 'opened', schema: opened.schema() })
  database = opened
}

function use(opened: QueryDatabase, request: Exclude<QueryRequest, { kind: 'open' }>): void {
  if (request.kind === 'run') return run(opened, request)
  const { columns, rows } = kept ?? { columns: [], rows: [] }
  const sorted = inOrder(rows, request.order)
  if (request.kind === 'sort') return send({ kind: 'sorted', rows: sorted.slice(0, SHOWN_ROWS) })
  send({ kind: 'exported', blob: exportRows({ columns, rows: sorted }, request.format) })
}

function run(opened: QueryDatabase, request: Extract<QueryRequest, { kind: 'run' }>): void {
  const started = performance.now()
  kept = undefined
  opened.file.onFetch = () => send({ kind: 'progress', counts: opened.counts() })
  try {
    kept = opened.run(request.sql, request)
    const { columns, rows, isCut } = kept
    const time = performance.now() - started
    const shown = rows.slice(0, SHOWN_ROWS)
    const result = { columns, rows: shown, total: rows.length, isCut, time }
    send({ kind: 'result', result, counts: opened.counts() })
  } catch (error) {
    if (error instanceof FetchLimitError)
      return send({ kind: 'limit', counts: opened.counts(), size: opened.file.size })
    const failed = failureOf(error)
    if (failed.kind !== 'failed') return send(failed)
    const suggestion = suggestName({
      names: (sql, ...values) => opened.names(sql, ...values),
      sql: request.sql,
      message: failed.message
    })
    send(suggestion === undefined ? failed : { ...failed, suggestion })
  }
}

function failureOf(error: unknown): QueryAnswer {
  if (error instanceof QueryFault) return { kind: 'fault', fault: error.kind }
  const text = messageOf(error)
  return { kind: 'failed', message: text.replace(/^SQLITE_\w+: sqlite3 result code \d+: /, '') }
}

function send(message: QueryAnswer): void {
  postMessage(message)
}

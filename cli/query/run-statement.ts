import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { MirrorError, explainFailure } from '../../db/mirror/mirror-error.ts'
import { MAX_MEMORY_BYTES, MAX_ROW_SIZE } from './limits.ts'
import { caretLine } from './diagnose/caret-line.ts'
import type { SqlValue, StatementAnswer, StatementFailure, StatementRequest } from './protocol.ts'
import { QueryError, QueryLimitError } from './query-error.ts'

const modulePath = fileURLToPath(new URL('./start-statement.js', import.meta.url))

interface Statement {
  /** The mirror. */
  file: string
  /** Admitted by `admitStatement`. */
  sql: string
  /** How long SQLite may work on it, milliseconds; the reader of the rows may take longer. */
  timeoutMs: number
  /** Ends the statement; its reason is thrown. */
  signal: AbortSignal
}

/** A statement under way. */
export interface RunningStatement {
  columns: string[]
  /** The next rows, at most `count`, and whether they are the last; fewer may come before the end. */
  read: (count: number) => Promise<{ rows: SqlValue[][]; isEnd: boolean }>
}

/**
 * Runs a statement in a process of its own, for as long as `use` takes. SQLite cannot be
 * interrupted from within its own thread, and a value may be larger than memory: that process is
 * killed at the limits, and this one goes on. Throws `QueryError` for what is wrong in the SQL,
 * `QueryLimitError`, and `MirrorError` for what is wrong with the file.
 */
export async function runStatement(
  statement: Statement,
  use: (running: RunningStatement) => Promise<void>
): Promise<void> {
  const child = startProcess()
  const end = () => void child.kill('SIGKILL')
  statement.signal.addEventListener('abort', end)
  try {
    const ask = asker(child, statement)
    const { file, sql } = statement
    const { columns } = expectKind(await ask({ kind: 'start', file, sql }), 'started', statement)
    await use({
      columns,
      read: async (count) => expectKind(await ask({ kind: 'rows', count }), 'rows', statement)
    })
  } finally {
    statement.signal.removeEventListener('abort', end)
    end()
  }
}

function startProcess(): ChildProcess {
  return fork(modulePath, {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    serialization: 'advanced',
    // What a process says that runs out of memory is no help; Ctrl-C is for the parent, which ends it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true
  })
}

/** Asks the process one thing at a time, and counts how long SQLite has worked. */
function asker(child: ChildProcess, { timeoutMs, signal }: Statement) {
  const ready = nextAnswer(child, signal)
  let leftMs = timeoutMs
  return async (request: StatementRequest): Promise<StatementAnswer> => {
    await ready
    const startedAt = performance.now()
    const answered = nextAnswer(child, signal)
    child.send(request)
    const answer = await withinTime(answered, { child, leftMs, timeoutMs })
    leftMs -= performance.now() - startedAt
    return answer
  }
}

async function nextAnswer(child: ChildProcess, signal: AbortSignal): Promise<StatementAnswer> {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  try {
    const answer = once(child, 'message', options).then(([message]) => message as StatementAnswer)
    const exit = once(child, 'exit', options).then(([code, name]) => {
      signal.throwIfAborted()
      throw endedBy(code as number | null, name as string | null)
    })
    return await Promise.race([answer, exit])
  } finally {
    stop.abort()
  }
}

async function withinTime(
  answered: Promise<StatementAnswer>,
  limit: { child: ChildProcess; leftMs: number; timeoutMs: number }
): Promise<StatementAnswer> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    limit.child.kill('SIGKILL')
  }, limit.leftMs)
  try {
    return await answered
  } catch (error) {
    if (isLate) throw new QueryLimitError(lateMessage(limit.timeoutMs), { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function lateMessage(timeoutMs: number): string {
  const limit = `${timeoutMs / 1000} s`
  return `the statement was ended at the time limit of ${limit}; --timeout <seconds> raises it`
}

/** A process that ends by itself has run out of memory, by the watchdog's measure or by Node's own. */
function endedBy(code: number | null, signal: string | null): Error {
  if (signal === null) return new Error(`the process of the statement ended with exit code ${code}`)
  const limit = `${MAX_MEMORY_BYTES / 1024 ** 3} GB`
  return new QueryLimitError(
    `the statement was ended, since it takes more than ${limit} of memory; ask for less, with substr(), length(), where or limit`
  )
}

function expectKind<K extends 'started' | 'rows'>(
  answer: StatementAnswer,
  kind: K,
  { file, sql }: Statement
): Extract<StatementAnswer, { kind: K }> {
  if (isOfKind(answer, kind)) return answer
  if (answer.kind === 'failed') throw explainStatement(answer.failure, file, sql)
  if (answer.kind === 'too large') throw new QueryLimitError(tooLargeMessage(answer.size))
  throw new Error(`the process of the statement answered "${answer.kind}" instead of "${kind}"`)
}

function isOfKind<K extends StatementAnswer['kind']>(
  answer: StatementAnswer,
  kind: K
): answer is Extract<StatementAnswer, { kind: K }> {
  return answer.kind === kind
}

function tooLargeMessage(size: number): string {
  return `a row holds ${megabytes(size)} MB, more than the ${megabytes(MAX_ROW_SIZE)} MB that are shown of one; ask for less of it, with substr() or length()`
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2)
}

function explainStatement(failure: StatementFailure, file: string, sql: string): unknown {
  const { code, message, offset, hint } = failure
  const explained = explainFailure(Object.assign(new Error(message), { code }), file)
  if (code !== undefined && explained instanceof MirrorError) return explained
  const text = `${wording(message)}${whereTold(failure)}${hint === undefined ? '' : ` (${hint})`}`
  return new QueryError(
    offset === undefined ? text : `${text}\n${caretLine(failure.view?.sql ?? sql, offset)}`
  )
}

/** What is wrong in the statement itself, its caret shows. */
function whereTold({ view, rowsBefore }: StatementFailure): string {
  const place = view === undefined ? '' : `, in the view "${view.name}"`
  if (rowsBefore === undefined) return place
  return `${place}, as it ran, ${rowsBefore === 0 ? 'before the first row' : `after row ${rowsBefore}`}`
}

/** What the driver says, in words that help at a command line. */
function wording(message: string): string {
  if (/more than one statement/.test(message))
    return 'there is more than one statement; run them one by one'
  if (/^(Missing named parameters|Too few parameter values)/.test(message))
    return 'the statement has parameters, such as ? or :name; write the values in their place'
  if (message === 'not authorized') return 'load_extension() is not run here'
  return message
}

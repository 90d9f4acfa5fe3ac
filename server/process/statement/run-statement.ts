import type { ChildProcess } from 'node:child_process'

import type { SqlValue } from '../../../db/describe/sql-value.ts'
import { MirrorError, explainFailure } from '../../../db/mirror/mirror-error.ts'
import { endProcess } from '../end-process.ts'
import { endOf, nextMessage, startProcess } from '../start-module.ts'
import type { IdleProcesses } from './idle-processes.ts'
import { MAX_MEMORY_BYTES, MAX_ROW_SIZE } from './limits.ts'
import type { StatementAnswer, StatementFailure, StatementRequest } from './protocol.ts'
import { QueryError, QueryLimitError } from '../../../db/describe/query-error.ts'

const processModule = new URL('./statement-process.ts', import.meta.url)

/** The longest delay of a timer in Node; with a longer one it fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A statement and the limits of the process that runs it. */
export interface Statement {
  /** Path of the mirror. */
  file: string
  /** Checked by `allowStatement`. */
  sql: string
  /** Values of its parameters; none by default. */
  values?: SqlValue[]
  /** Time that SQLite may work on it, in milliseconds; the time between two reads does not count. */
  timeoutMs: number
  /** What a user can do about the time limit; ends the message of its error. */
  timeoutHint?: string
  /** Memory of the process; `MAX_MEMORY_BYTES` by default. */
  memoryBytes?: number
  /** Node's `nice` value of the process; 0 by default. */
  nice?: number
  /** Kills the statement; the reason of the signal is thrown. */
  signal: AbortSignal
}

/** A statement that has started. */
export interface RunningStatement {
  columns: string[]
  /** Aborts when the statement is killed from outside. */
  signal: AbortSignal
  /** At most `count` more rows, and whether they are the last. There may be fewer before the end. */
  read: (count: number) => Promise<{ rows: SqlValue[][]; isEnd: boolean }>
}

/**
 * Runs a statement in a child process until `use` resolves. The process is killed if it exceeds a
 * limit: SQLite cannot be interrupted from its own thread, and a value may be larger than memory.
 * Throws `QueryError` for an error in the SQL, `QueryLimitError` at a limit, and `MirrorError` for a
 * file that cannot be read. With `idle`, statements with the same limits take their process from there,
 * and leave it there if their last row was read.
 */
export async function runStatement(
  statement: Statement,
  use: (running: RunningStatement) => Promise<void>,
  idle?: IdleProcesses
): Promise<void> {
  const idleChild = idle?.take()
  const child = idleChild ?? startChild(statement)
  let isFree = false
  // After its last row, a statement does nothing that has to be ended.
  const kill = () => void (isFree || child.kill('SIGKILL'))
  statement.signal.addEventListener('abort', kill)
  try {
    const ready = idleChild ? undefined : nextAnswer(child, statement)
    const request = openChannel(child, statement, ready)
    const { file, sql, values = [] } = statement
    const { columns } = expectKind(
      await request({ kind: 'start', file, sql, values }),
      'started',
      statement
    )
    const read = async (count: number) => {
      const answer = expectKind(await request({ kind: 'rows', count }), 'rows', statement)
      isFree = answer.isFree
      return answer
    }
    await use({ columns, signal: statement.signal, read })
  } finally {
    statement.signal.removeEventListener('abort', kill)
    if (!isFree || !idle?.keep(child)) await endProcess(child)
  }
}

function startChild(statement: Statement): ChildProcess {
  // Detached: Node's report of running out of memory is no help, and Ctrl-C is handled here.
  return startProcess(processModule, { isDetached: true, args: processArgs(statement) })
}

/** The arguments of `statement-process.ts`. */
function processArgs({ memoryBytes = MAX_MEMORY_BYTES, nice = 0 }: Statement): string[] {
  return [memoryBytes, nice].map(String)
}

/** Returns a function that sends a request and waits for its answer. The time limit covers all requests together. */
function openChannel(
  child: ChildProcess,
  statement: Statement,
  ready: Promise<StatementAnswer> | undefined
) {
  let leftMs = statement.timeoutMs
  return async (request: StatementRequest): Promise<StatementAnswer> => {
    await ready
    const startedAt = performance.now()
    const pending = nextAnswer(child, statement)
    // An error is ignored: the process has ended then, which `nextAnswer` notices.
    child.send(request, () => {})
    const answer = await withinTime(pending, { child, leftMs, statement })
    leftMs -= performance.now() - startedAt
    return answer
  }
}

async function nextAnswer(
  child: ChildProcess,
  { signal, memoryBytes = MAX_MEMORY_BYTES }: Statement
): Promise<StatementAnswer> {
  const answer = await nextMessage<StatementAnswer>(child)
  if (answer) return answer
  signal.throwIfAborted()
  throw endedBy(child, memoryBytes)
}

async function withinTime(
  pending: Promise<StatementAnswer>,
  limit: { child: ChildProcess; leftMs: number; statement: Statement }
): Promise<StatementAnswer> {
  let isLate = false
  const kill = () => {
    isLate = true
    limit.child.kill('SIGKILL')
  }
  const timer = setTimeout(kill, Math.min(limit.leftMs, LONGEST_TIMER_MS))
  try {
    return await pending
  } catch (error) {
    if (isLate) throw new QueryLimitError(lateMessage(limit.statement), { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function lateMessage({ timeoutMs, timeoutHint }: Statement): string {
  const hint = timeoutHint === undefined ? '' : `; ${timeoutHint}`
  return `the statement was ended at the time limit of ${timeoutMs / 1000} s${hint}`
}

/** A process that is killed by a signal has run out of memory: by the watchdog's limit or Node's own. */
function endedBy(child: ChildProcess, memoryBytes: number): Error {
  if (child.signalCode === null)
    return new Error(`the process of the statement ended with ${endOf(child)}`)
  const gigabytes = memoryBytes / 1024 ** 3
  const limit = gigabytes >= 1 ? `${gigabytes} GB` : `${megabytes(memoryBytes)} MB`
  return new QueryLimitError(
    `the statement was ended, because it used more than ${limit} of memory; select less, with substr(), length(), where or limit`
  )
}

function expectKind<K extends 'started' | 'rows'>(
  answer: StatementAnswer,
  kind: K,
  { file }: Statement
): Extract<StatementAnswer, { kind: K }> {
  if (isOfKind(answer, kind)) return answer
  if (answer.kind === 'failed') throw explainStatement(answer.failure, file)
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
  return `a row contains ${megabytes(size)} MB, more than the limit of ${megabytes(MAX_ROW_SIZE)} MB; select less, with substr() or length()`
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2)
}

function explainStatement({ code, message, suggestion }: StatementFailure, file: string): unknown {
  const explained = explainFailure(Object.assign(new Error(message), { code }), file)
  if (code !== undefined && explained instanceof MirrorError) return explained
  const hint = suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`
  return new QueryError(`${plainMessage(message)}${hint}`)
}

/** Replaces messages of the driver that do not help at a command line. */
function plainMessage(message: string): string {
  if (/more than one statement/.test(message))
    return 'there is more than one statement; run them one at a time'
  if (/^(Missing named parameters|Too few parameter values)/.test(message))
    return 'the statement has parameters without a value, such as ? or :name; replace them with values'
  if (message.startsWith('Too many parameter values'))
    return 'there are more values than parameters ? in the statement; give one for each'
  if (message === 'not authorized') return 'load_extension() is not run here'
  return message
}

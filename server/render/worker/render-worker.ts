import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const modulePath = fileURLToPath(new URL('./start-render-process.js', import.meta.url))

/** A job that is not done by then has a process that gets next to no CPU time, or waits for ever. */
const STALLED_MS = 120_000

/** Why a job has no answer of its thread. */
export type RenderFailure =
  /** It needed more CPU time than it may. */
  | { kind: 'late' }
  /** Its process ended, out of memory for example. */
  | { kind: 'gone'; message: string }
  | { kind: 'stalled' }
  /** The server is closing. */
  | { kind: 'closed' }

export type RenderResult<Answer> = Answer | RenderFailure

interface Running<Answer> {
  child: ChildProcess
  ready: Promise<Message<Answer>>
}

type Message<Answer> = RenderResult<Answer> | { kind: 'ready' }

interface WorkerOptions {
  /** The script of the thread that renders. It sends `ready`, and then one answer for each job. */
  script: URL
  /** CPU time that one job may take. The start of the process does not count. */
  cpuLimitMs: number
  /** Hears of a process that cannot be started or reached. */
  onFailure: (error: unknown) => void
}

/**
 * A process that renders, one job at a time. It starts with the first job, and again after it had
 * to be ended. The limit is CPU time, because on a busy machine the clock runs on while a small job
 * waits for its turn. Only a process has a CPU time on every system and can be ended in native code.
 */
export class RenderWorker<Job extends object, Answer extends { kind: string }> {
  readonly #options: WorkerOptions
  #running: Running<Answer> | undefined
  #isClosed = false

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  async run(job: Job): Promise<RenderResult<Answer>> {
    if (this.#isClosed) return { kind: 'closed' }
    const running = (this.#running ??= this.#start())
    const result = await unlessStalled(answerTo(job, running))
    if (this.#isClosed) return { kind: 'closed' }
    if (['late', 'gone', 'stalled'].includes(result.kind)) this.#end()
    return result
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #start(): Running<Answer> {
    const { script, cpuLimitMs, onFailure } = this.#options
    const child = fork(modulePath, [script.href, String(cpuLimitMs)], {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc']
    })
    child.on('error', onFailure)
    // It may end between two jobs: the next one starts another process.
    child.on('exit', () => {
      if (this.#running?.child === child) this.#running = undefined
    })
    return { child, ready: nextAnswer(child) }
  }

  #end(): void {
    this.#running?.child.kill('SIGKILL')
    this.#running = undefined
  }
}

async function answerTo<Answer extends { kind: string }>(
  job: object,
  { child, ready }: Running<Answer>
): Promise<RenderResult<Answer>> {
  const started = await ready
  if (started.kind !== 'ready') return started as RenderResult<Answer>
  const answer = nextAnswer<Answer>(child)
  child.send(job)
  // It is ready once.
  return (await answer) as RenderResult<Answer>
}

function nextAnswer<Answer>(child: ChildProcess): Promise<Message<Answer>> {
  return new Promise((resolve) => {
    const settle = (result: Message<Answer>) => {
      child.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve(result)
    }
    // What the process sends is ours.
    const onMessage = (message: unknown) => settle(message as Message<Answer>)
    const onError = ({ message }: Error) => settle({ kind: 'gone', message })
    const onExit = (code: number | null, signal: string | null) =>
      settle({ kind: 'gone', message: signal ?? `exit code ${code}` })
    child.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}

async function unlessStalled<Result>(result: Promise<Result>): Promise<Result | RenderFailure> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<RenderFailure>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'stalled' }), STALLED_MS)
  })
  try {
    return await Promise.race([result, stalled])
  } finally {
    clearTimeout(timer)
  }
}

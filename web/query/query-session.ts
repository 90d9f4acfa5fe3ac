import type { ExportFormat, QueryAnswer, QueryRequest, RowOrder, Schema } from './protocol.ts'

type Running = Extract<
  QueryAnswer,
  { kind: 'result' | 'limit' | 'failed' | 'fault' | 'sorted' | 'exported' }
>

interface SessionOptions {
  /** Address of the worker's script. */
  worker: string
  /** Address of the database. */
  address: string
  onSchema: (schema: Schema) => void
  onProgress: (counts: Extract<QueryAnswer, { kind: 'progress' }>['counts']) => void
}

/** One database, read by a worker, which is started again after a statement was cancelled. */
export class QuerySession {
  readonly address: string
  readonly #options: SessionOptions
  #worker: Worker | undefined
  /** The worker answers in the order of the requests. */
  #waiting: ((answer: Running) => void)[] = []

  constructor(options: SessionOptions) {
    this.address = options.address
    this.#options = options
  }

  /** Loads SQLite and the schema, so that the first statement does not wait for them. */
  open(): void {
    this.#opened()
  }

  /** Runs a statement; resolves with its result, its error, or `limit` if it has fetched `maxBytes`. */
  run(sql: string, options: { maxBytes: number; isContinued: boolean }): Promise<Running> {
    return this.#ask({ kind: 'run', sql, ...options })
  }

  sortBy(order: RowOrder | undefined): Promise<Running> {
    return this.#ask({ kind: 'sort', order })
  }

  export(format: ExportFormat, order: RowOrder | undefined): Promise<Running> {
    return this.#ask({ kind: 'export', format, order })
  }

  /** Ends the worker, and with it the statement, whose promise stays pending. */
  end(): void {
    this.#stop()
    this.#waiting = []
  }

  #ask(request: QueryRequest): Promise<Running> {
    const worker = this.#opened()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      worker.postMessage(request, [])
    })
  }

  #opened(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#options.worker, { type: 'module' })
    this.#worker = worker
    const take = (answer: QueryAnswer) => {
      if (this.#worker === worker) this.#take(answer)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<QueryAnswer>) => take(data))
    // For example, the script was not sent.
    worker.addEventListener('error', () => take({ kind: 'fault', fault: 'offline' }))
    worker.postMessage({ kind: 'open', address: this.address } satisfies QueryRequest, [])
    return worker
  }

  #take(answer: QueryAnswer): void {
    if (answer.kind === 'opened') return this.#options.onSchema(answer.schema)
    if (answer.kind === 'progress') return this.#options.onProgress(answer.counts)
    // A file that could not be opened is opened again by the next statement.
    if (answer.kind !== 'fault') return this.#waiting.shift()?.(answer)
    this.#stop()
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(answer)
  }

  #stop(): void {
    this.#worker?.terminate()
    this.#worker = undefined
  }
}

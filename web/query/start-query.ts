import type { QueryMessages } from '../../site/locales/en-lists.ts'
import { fetchCurrent } from '../islands/navigation/fetch-current.ts'
import { type Editor, openEditor } from './editor.ts'
import type { ExportFormat, QueryAnswer, QueryResult, RowOrder } from './protocol.ts'
import { QuerySession } from './query-session.ts'
import { QueryView } from './query-view.ts'

/** When a statement continues after its limit of bytes, the limit is multiplied by this. */
const NEXT_LIMIT = 5
/** Until a saved file is removed from memory. */
const SAVED_MS = 60_000
/** Characters of a statement in the query of the address; common proxies take lines of 8,000. */
const MAX_SEARCH = 6000
const FRAGMENT = '#sql='
/** Pause between two requests that look for a newer publication. */
const LOOK_MS = 60_000

/** Runs the page `/_data/query`; everything it needs is in the attributes of the form. */
export function startQuery(form: HTMLFormElement, end: AbortSignal): void {
  const page = new QueryPage(form, end)
  const listen = { signal: end }
  addEventListener('popstate', () => page.followAddress(), listen)
  document.addEventListener('visibilitychange', () => void page.look(), listen)
  end.addEventListener('abort', () => page.end())
  void page.start()
}

/** The address of the current database, or why there is none. */
type FoundDatabase = { address: string } | { fault: 'gone' | 'offline' }

class QueryPage {
  readonly #form: HTMLFormElement
  readonly #end: AbortSignal
  readonly #messages: QueryMessages
  readonly #view: QueryView
  readonly #field: HTMLTextAreaElement
  readonly #editor: Editor
  #session: QuerySession | undefined
  #opening: Promise<void> | undefined
  /** Address of the database of a newer publication. */
  #newer: string | undefined
  #lookedAt = 0
  /** The statement that runs; undefined once it is cancelled, and its answer is ignored then. */
  #running: symbol | undefined
  /** The statement that was asked for last; others that wait for the database are not run. */
  #latest: symbol | undefined
  /** Continues the statement that asks. */
  #goOn = () => {}
  #result: QueryResult | undefined
  #order: RowOrder | undefined

  constructor(form: HTMLFormElement, end: AbortSignal) {
    this.#form = form
    this.#end = end
    this.#messages = JSON.parse(form.dataset['messages'] ?? '{}') as QueryMessages
    this.#view = new QueryView(form, this.#messages)
    const field = form.querySelector('textarea')
    const host = form.querySelector<HTMLElement>('.query-editor')
    if (!field || !host) throw new Error('the page has no field for the statement')
    this.#field = field
    const { statement: label } = this.#messages
    // A file of a folder is the same for every address.
    const text = sqlOfAddress() || field.value
    this.#editor = openEditor({ host, text, label, onRun: () => this.run() })
    host.hidden = false
    field.hidden = true
    this.#connect()
  }

  /** Opens the database, and runs the statement of the address. */
  async start(): Promise<void> {
    this.#view.run.disabled = false
    await this.#open()
    if (this.#end.aborted) return
    if (sqlOfAddress() !== '') this.run()
    else this.#editor.focus()
  }

  run(): void {
    const sql = this.#editor.read().trim()
    if (sql === '' || this.#running) return
    this.#field.value = sql
    if (sql !== sqlOfAddress()) history.pushState({ source: 'query' }, '', addressOf(sql))
    this.#order = undefined
    this.#result = undefined
    void this.#run(sql, { maxBytes: Number(this.#form.dataset['limit']), isContinued: false })
    void this.look()
  }

  /** Shows the statement of an earlier or later entry of the browser's history, and runs it. */
  followAddress(): void {
    this.#latest = undefined
    this.#cancel()
    const sql = sqlOfAddress()
    this.#editor.write(sql)
    if (sql === '') this.#clear()
    else this.run()
  }

  /** Looks for a newer publication, which is offered: a change in the middle of the work would confuse. */
  async look(): Promise<void> {
    if (document.hidden || Date.now() - this.#lookedAt < LOOK_MS) return
    const found = await this.#findDatabase()
    if ('fault' in found || found.address === this.#session?.address) return
    this.#newer = found.address
    this.#view.offerNewer(true)
  }

  end(): void {
    this.#session?.end()
  }

  #connect(): void {
    const { cancel, goOn, stop, useNewer, csv, json } = this.#view
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.run()
    })
    cancel.addEventListener('click', () => this.#cancel())
    goOn.addEventListener('click', () => this.#goOn())
    stop.addEventListener('click', () => {
      this.#view.setRunning(false)
      this.#view.setStatus(this.#messages.cancelled)
    })
    useNewer.addEventListener('click', () => void this.#open())
    csv.addEventListener('click', () => void this.#save('csv'))
    json.addEventListener('click', () => void this.#save('json'))
  }

  /** Opens the database of the current publication, once for all that wait for it. */
  #open(): Promise<void> {
    return (this.#opening ??= this.#openCurrent().finally(() => (this.#opening = undefined)))
  }

  async #openCurrent(): Promise<void> {
    const found = this.#newer === undefined ? await this.#findDatabase() : { address: this.#newer }
    if (this.#end.aborted) return
    this.#cancel()
    this.#session?.end()
    this.#newer = undefined
    this.#view.offerNewer(false)
    // The rows were in the memory of the worker that has ended.
    this.#clear()
    if ('fault' in found)
      return this.#view.showError({ message: this.#messages.faults[found.fault] })
    const worker = new URL(this.#form.dataset['worker'] ?? '', document.baseURI).href
    this.#session = new QuerySession({
      worker,
      address: found.address,
      onSchema: (schema) => this.#editor.setSchema(schema),
      onProgress: (counts) => this.#running && this.#view.setProgress(counts)
    })
    this.#session.open()
  }

  #clear(): void {
    this.#result = undefined
    this.#view.clear()
  }

  async #findDatabase(): Promise<FoundDatabase> {
    const url = new URL(this.#form.dataset['generation'] ?? '', document.baseURI)
    try {
      const reply = await fetchCurrent(url)
      this.#lookedAt = Date.now()
      if (!reply.ok) return { fault: 'offline' }
      const { mirror } = (await reply.json()) as { mirror?: string }
      return mirror === undefined ? { fault: 'gone' } : { address: new URL(mirror, url).href }
    } catch (error) {
      // There is no network, or something else than the site answers.
      if (error instanceof TypeError || error instanceof SyntaxError) return { fault: 'offline' }
      throw error
    }
  }

  async #run(sql: string, options: { maxBytes: number; isContinued: boolean }): Promise<void> {
    const running = Symbol(sql)
    this.#latest = running
    if (!this.#session) await this.#open()
    const session = this.#session
    if (!session || this.#latest !== running) return
    this.#running = running
    this.#view.setRunning(true)
    const answer = await session.run(sql, options)
    if (this.#running !== running) return
    this.#running = undefined
    this.#view.setRunning(false)
    if (answer.kind === 'limit') this.#ask(answer, { sql, maxBytes: options.maxBytes })
    else this.#show(answer)
  }

  #ask(
    limit: Extract<QueryAnswer, { kind: 'limit' }>,
    { sql, maxBytes }: { sql: string; maxBytes: number }
  ): void {
    this.#view.ask(limit)
    this.#goOn = () => void this.#run(sql, { maxBytes: maxBytes * NEXT_LIMIT, isContinued: true })
  }

  #show(answer: QueryAnswer): void {
    if (answer.kind === 'failed') return this.#view.showError(answer)
    if (answer.kind === 'fault') return this.#showFault(answer)
    if (answer.kind !== 'result') return
    this.#result = answer.result
    this.#view.showResult(answer)
    this.#drawRows()
  }

  #showFault({ fault }: Extract<QueryAnswer, { kind: 'fault' }>): void {
    this.#view.showError({ message: this.#messages.faults[fault] })
    if (fault !== 'gone' && fault !== 'changed') return
    this.#lookedAt = 0
    void this.look()
  }

  #drawRows(): void {
    if (!this.#result) return
    const onSort = (order?: RowOrder) => void this.#sort(order)
    this.#view.showRows(this.#result, { order: this.#order, onSort })
  }

  async #sort(order: RowOrder | undefined): Promise<void> {
    const answer = await this.#session?.sortBy(order)
    if (answer?.kind !== 'sorted' || !this.#result) return
    this.#order = order
    this.#result = { ...this.#result, rows: answer.rows }
    this.#drawRows()
  }

  async #save(format: ExportFormat): Promise<void> {
    const answer = await this.#session?.export(format, this.#order)
    if (answer?.kind !== 'exported') return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(answer.blob)
    link.download = `query.${format}`
    link.click()
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS)
  }

  #cancel(): void {
    this.#view.setRunning(false)
    if (!this.#running) return
    this.#running = undefined
    this.#session?.end()
    this.#view.setStatus(this.#messages.cancelled)
  }
}

/** The statement of the address; empty without one. */
function sqlOfAddress(): string {
  const { search, hash } = location
  const parameters = new URLSearchParams(hash.startsWith(FRAGMENT) ? hash.slice(1) : search)
  return (parameters.get('sql') ?? '').trim()
}

/** Servers and proxies refuse long addresses, but never see a fragment. */
function addressOf(sql: string): string {
  const parameters = String(new URLSearchParams({ sql }))
  const isLong = parameters.length > MAX_SEARCH
  return isLong ? `${location.pathname}#${parameters}` : `?${parameters}`
}

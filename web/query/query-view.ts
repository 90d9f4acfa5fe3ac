import type { FetchCounts } from '../../site/ranges/ranged-file.ts'
import type { QueryMessages } from '../../site/locales/en-lists.ts'
import type { QueryAnswer, QueryResult, RowOrder } from './protocol.ts'
import { drawTable } from './result-table.ts'

/** The parts of the page below the editor, as the server has rendered them. */
export class QueryView {
  readonly run: HTMLButtonElement
  readonly cancel: HTMLButtonElement
  readonly goOn: HTMLButtonElement
  readonly stop: HTMLButtonElement
  readonly useNewer: HTMLButtonElement
  readonly csv: HTMLButtonElement
  readonly json: HTMLButtonElement
  readonly #form: HTMLElement
  readonly #messages: QueryMessages
  readonly #numbers: Intl.NumberFormat
  readonly #seconds: Intl.NumberFormat

  constructor(form: HTMLElement, messages: QueryMessages) {
    this.#form = form
    this.#messages = messages
    const { lang } = document.documentElement
    this.#numbers = new Intl.NumberFormat(lang)
    this.#seconds = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 })
    const button = (name: string) => this.#find<HTMLButtonElement>(`.query-${name}`)
    this.run = button('run')
    this.cancel = button('cancel')
    this.goOn = button('go-on')
    this.stop = button('stop')
    this.useNewer = button('use-newer')
    this.csv = button('csv')
    this.json = button('json')
  }

  /** While a statement runs, it can be cancelled. */
  setRunning(isRunning: boolean): void {
    this.#hide('ask', true)
    this.run.disabled = isRunning
    this.cancel.hidden = !isRunning
    if (!isRunning) return
    this.clear()
    this.setStatus(this.#messages.running)
  }

  /** Removes what the last statement has shown. */
  clear(): void {
    this.#find('.query-result').replaceChildren()
    this.#hide('files', true)
    this.#hide('error', true)
    this.setStatus('')
  }

  setStatus(text: string): void {
    this.#find('.query-status').textContent = text
  }

  /** What the running statement has fetched so far. */
  setProgress(counts: FetchCounts): void {
    this.setStatus(`${this.#messages.running} ${this.#fetched(counts)}`)
  }

  /** Asks whether a statement that has fetched much goes on. */
  ask({ counts, size }: Extract<QueryAnswer, { kind: 'limit' }>): void {
    const [before = '', between = '', after = ''] = this.#messages.ask
    const text = `${before}${this.#size(counts.bytes)}${between}${this.#size(size)}${after}`
    this.#find('.query-question').textContent = text
    this.#hide('ask', false)
    this.setStatus('')
    this.goOn.focus()
  }

  showError({ message, suggestion }: { message: string; suggestion?: string }): void {
    const { mean } = this.#messages
    const hint = suggestion === undefined ? '' : ` ${mean.replace('…', () => suggestion)}`
    this.#find('.query-error').textContent = message + hint
    this.#hide('error', false)
    this.setStatus('')
  }

  showResult({ result, counts }: { result: QueryResult; counts: FetchCounts }): void {
    const { rows, more, seconds } = this.#messages
    const { total, isCut, time } = result
    const count = `${this.#numbers.format(total)}${isCut ? '+' : ''}`
    const parts = [
      `${rows} ${count}`,
      this.#fetched(counts),
      `${this.#seconds.format(time / 1000)} ${seconds}`
    ]
    if (result.rows.length < total || isCut) {
      parts.push(more.replace('…', () => this.#numbers.format(result.rows.length)))
    }
    this.setStatus(parts.join(' · '))
    this.#hide('files', result.columns.length === 0)
  }

  showRows(
    result: QueryResult,
    { order, onSort }: { order: RowOrder | undefined; onSort: (order?: RowOrder) => void }
  ): void {
    const label = this.#messages.result
    const table = drawTable({ ...result, order, label, onSort })
    const place = this.#find('.query-result')
    // The head that was pressed is replaced.
    const heads = [...place.querySelectorAll('button')]
    const focused = heads.findIndex((head) => head === document.activeElement)
    place.replaceChildren(...(result.columns.length > 0 ? [table] : []))
    table.querySelectorAll('button')[focused]?.focus()
  }

  offerNewer(isOffered: boolean): void {
    this.#hide('newer', !isOffered)
  }

  #fetched({ bytes, requests, pages }: FetchCounts): string {
    const { fetched, requests: asked, pages: read } = this.#messages
    const numbers = this.#numbers
    return `${fetched} ${this.#size(bytes)} · ${read} ${numbers.format(pages)} · ${asked} ${numbers.format(requests)}`
  }

  #size(bytes: number): string {
    const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
    return `${new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: unit === 'MB' ? 1 : 0 }).format(value)} ${unit}`
  }

  #hide(name: string, isHidden: boolean): void {
    this.#find(`.query-${name}`).hidden = isHidden
  }

  #find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
    const found = this.#form.querySelector<Found>(selector)
    if (!found) throw new Error(`the page has no ${selector}`)
    return found
  }
}

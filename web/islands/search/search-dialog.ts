import { type Found, LIMIT, fetchResults, reportZeroResults } from './fetch-results.ts'
import { closeOnBackdrop } from './dialog/close-on-backdrop.ts'
import { isUnfinished, isCompositionEvent } from './dialog/ime.ts'
import type { Names } from './names/names.ts'
import { ResultList } from './result-list.ts'
import { RESULTS, resultsAddress } from './results-address.ts'
import { fitScreen, keepScrollbarRoom } from './dialog/fit-screen.ts'
import { suggestedPages } from './suggested-pages.ts'
import { optionAt } from './option-list.ts'
import { rememberPage } from './recent-pages.ts'
import { SearchStatus, part } from './search-status.ts'

/** Delay after typing before a query is sent. */
const DEBOUNCE_MS = 120
/** Delay after which a query with zero results is reported. */
const REPORT_DELAY_MS = 1500
/** Timeout of a search request. */
const TIMEOUT_MS = 10_000

/** The search dialog: a field with results while typing, by name at once and from the server. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  readonly #list: HTMLElement
  readonly #results: ResultList
  readonly #status: SearchStatus
  readonly #names: Names
  /** The pending request. */
  #request: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isComposing = false
  /** Queries reported as having zero results. */
  readonly #reported = new Set<string>()
  /** The query that the list belongs to; undefined if it is empty after a failure. */
  #listedQuery: string | undefined
  /** Whether the list has results by name, and the server has not answered yet. */
  #isNamed = false

  /** Attaches to the dialog that the server rendered. */
  constructor(dialog: HTMLDialogElement, names: Names) {
    this.#dialog = dialog
    this.#field = part(dialog, 'input')
    this.#list = part(dialog, '[role=listbox]')
    this.#status = new SearchStatus(dialog)
    this.#results = new ResultList(this.#field, this.#list, this.#status.message('untitled'))
    this.#names = names
    names.onReady = () => {
      if (dialog.open && !this.#isComposing) this.#completeNames()
    }
    this.#listen()
    closeOnBackdrop(dialog)
    fitScreen(dialog)
  }

  /** Opens the dialog with a query typed before; focuses the field if the dialog is open. */
  open(query = ''): void {
    const isOpen = this.#dialog.open
    if (query) this.#field.value = query
    if (!isOpen) {
      void this.#names.load()
      keepScrollbarRoom()
      this.#dialog.showModal()
    }
    this.#field.focus()
    // A passed query is continued; an old one is selected, so that typing replaces it.
    if (query) this.#field.setSelectionRange(query.length, query.length)
    else this.#field.select()
    if (!isOpen) void this.#search()
  }

  #listen(): void {
    const field = this.#field
    field.addEventListener(
      'compositionupdate',
      ({ data }) => (this.#isComposing = isUnfinished(data))
    )
    field.addEventListener('compositionend', () => {
      this.#isComposing = false
      this.#searchSoon()
    })
    field.addEventListener('input', () => this.#searchSoon())
    this.#dialog.addEventListener('keydown', (event) => this.#onKeyDown(event))
    part(this.#dialog, 'form').addEventListener('submit', (event) => {
      if (this.#query() === '') event.preventDefault()
    })
    for (const type of ['click', 'auxclick'] as const) {
      this.#list.addEventListener(type, (event) => this.#onChoose(event))
    }
    // The focus stays in the field, which handles the keys.
    this.#dialog.addEventListener('mousedown', (event) => {
      if (!takesFocus(event.target)) event.preventDefault()
    })
    part(this.#dialog, '.search-close').addEventListener('click', () => this.#dialog.close())
    this.#dialog.addEventListener('close', () => {
      this.#cancel()
      this.#status.hideSlowNotice()
    })
    // The back button leaves the page that the dialog was opened on.
    addEventListener('popstate', () => this.#dialog.close())
  }

  /** IME composition text is not a query yet. */
  #searchSoon(): void {
    this.#cancel()
    if (this.#isComposing) return
    this.#showNames()
    this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS)
  }

  /** Lists the pages whose names match; without any, the list stays until the server has answered. */
  #showNames(): void {
    const query = this.#query()
    const hits = query === this.#listedQuery ? [] : this.#names.find(query, LIMIT)
    if (hits.length === 0) return
    this.#status.clearResult()
    this.#results.show({ hits }, { isFirstSelected: true })
    this.#listedQuery = query
    this.#isNamed = true
  }

  /** Lists the names that are found now; what is listed already stays in its place. */
  #completeNames(): void {
    const query = this.#query()
    if (!this.#isNamed || query !== this.#listedQuery) return this.#showNames()
    this.#results.complete({ hits: this.#names.find(query, LIMIT) })
  }

  async #search(): Promise<void> {
    this.#cancel()
    const query = this.#query()
    if (query === '') return this.#suggest()
    this.#showNames()
    const request = new AbortController()
    this.#request = request
    this.#timer = setTimeout(() => request.abort(), TIMEOUT_MS)
    this.#status.startWaiting()
    const found = await fetchResults(query, this.#names, request.signal).catch(() => undefined)
    // A newer request has replaced this one.
    if (this.#request !== request) return
    clearTimeout(this.#timer)
    if (found) this.#show(query, found)
    else this.#fail()
  }

  #cancel(): void {
    clearTimeout(this.#timer)
    this.#status.stopWaiting()
    this.#request?.abort()
    this.#request = undefined
  }

  #query(): string {
    return this.#field.value.trim()
  }

  #show(query: string, found: Found): void {
    const { total, isMore, didYouMean, hits } = found
    this.#status.clear()
    this.#status.showTotal(query, found)
    const label = this.#status.message(isMore ? 'more' : 'all', this.#status.formatCount(total))
    const all = total > hits.length ? { href: resultsAddress(query), label } : undefined
    if (this.#isNamed && this.#listedQuery === query && total > 0) {
      this.#status.placeBelow()
      this.#results.complete({ hits, all })
    } else this.#results.show({ hits, all }, { isFirstSelected: true })
    this.#listedQuery = query
    this.#isNamed = false
    if (didYouMean !== null) {
      this.#status.addButton(this.#status.message('mean', didYouMean), () =>
        this.#searchAgain(didYouMean)
      )
    }
    if (total === 0) this.#timer = setTimeout(() => this.#report(query), REPORT_DELAY_MS)
  }

  /** Each query once: opening the dialog again does not repeat the search. */
  #report(query: string): void {
    if (!this.#reported.has(query)) reportZeroResults(query)
    this.#reported.add(query)
  }

  /** Names that are listed stay; without any, the form still leads to the results page. */
  #fail(): void {
    if (this.#isNamed && this.#listedQuery === this.#query()) return this.#status.showNamesOnly()
    this.#status.clear()
    this.#results.show({}, { isFirstSelected: false })
    this.#listedQuery = undefined
    this.#status.showFailure()
    this.#status.addButton(this.#status.message('again'), () =>
      this.#searchAgain(this.#field.value)
    )
  }

  #searchAgain(query: string): void {
    this.#field.value = query
    this.#field.focus()
    void this.#search()
  }

  #suggest(): void {
    this.#status.clear()
    const { recent, suggested } = suggestedPages()
    const suggestions = [
      { heading: this.#status.message('recent'), pages: recent },
      { heading: this.#status.message('suggested'), pages: suggested }
    ]
    this.#results.show({ suggestions }, { isFirstSelected: false })
    this.#listedQuery = ''
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (isCompositionEvent(event)) return
    if (event.key === 'Enter') {
      if (event.target === this.#field) this.#onEnter(event)
    } else if (event.key === 'Escape') {
      // In some browsers the first Escape would only clear the field.
      event.preventDefault()
      this.#dialog.close()
    } else if (this.#results.options.move(event.key)) {
      event.preventDefault()
      this.#field.focus()
    }
  }

  /** As long as there is no list for the query, Enter submits the form, which leads to the results page. */
  #onEnter(event: KeyboardEvent): void {
    const option = this.#listedQuery === this.#query() ? this.#results.options.selected : undefined
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (!option && !opensTab) return
    event.preventDefault()
    if (option && !opensTab) return option.click()
    if (option) remember(option)
    const href = option?.href ?? (this.#query() && resultsAddress(this.#query()))
    if (href) window.open(href, '_blank', 'noopener')
  }

  #onChoose(event: MouseEvent): void {
    const option = optionAt(event.target)
    if (!option) return
    remember(option)
    if (event.type === 'auxclick' || event.ctrlKey || event.metaKey || event.shiftKey) return
    this.#field.value = ''
    this.#dialog.close()
  }
}

/** Whether the target takes the focus itself: links and controls other than the options. */
function takesFocus(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, button, a:not([role])') !== null
}

/** Remembers the chosen page, for a section its page; not the results page. */
function remember(option: HTMLAnchorElement): void {
  if (option.pathname === RESULTS) return
  const group = option.closest('[data-page]')
  const title = group?.getAttribute('aria-label') ?? option.textContent
  rememberPage({ path: option.pathname, title })
}

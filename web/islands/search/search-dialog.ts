import { type Found, fetchResults, reportZeroResults } from './fetch-results.ts'
import { closeOnBackdrop } from './close-on-backdrop.ts'
import { isUnfinished, isCompositionEvent } from './ime.ts'
import { RESULTS, renderAll, renderPaths, renderResults, resultsOf } from './render-results.ts'
import { fitScreen, keepScrollbarRoom } from './fit-screen.ts'
import { suggestedPages } from './suggested-pages.ts'
import { OptionList, optionAt } from './option-list.ts'
import { rememberPage } from './recent-pages.ts'
import { SearchStatus, part } from './search-status.ts'

/** Typing is waited out for so long before a query is asked. */
const PAUSE_MS = 120
/** A query that stands so long was meant as it is. */
const MEANT_MS = 1500
/** An answer that has not come by then comes no more. */
const PATIENCE_MS = 10_000

/** The dialog of the search: a field, and what is found while typing. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  readonly #list: HTMLElement
  readonly #options: OptionList
  readonly #said: SearchStatus
  /** The question that waits for its answer. */
  #asked: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isComposing = false
  /** Queries without an answer that the site knows of. */
  readonly #told = new Set<string>()
  /** Whether the list answers what stands in the field. */
  #isAnswered = false

  /** Takes over the dialog that the server wrote into the page. */
  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog
    this.#field = part(dialog, 'input')
    this.#list = part(dialog, '[role=listbox]')
    this.#options = new OptionList(this.#field, this.#list)
    this.#said = new SearchStatus(dialog)
    this.#listen()
    closeOnBackdrop(dialog)
    fitScreen(dialog)
  }

  /** Opens the dialog with what has been typed already; when it is open, leads back to its field. */
  open(query = ''): void {
    const isOpen = this.#dialog.open
    if (query) this.#field.value = query
    if (!isOpen) {
      keepScrollbarRoom()
      this.#dialog.showModal()
    }
    this.#field.focus()
    // What was asked last gives way to what is typed; what is being typed goes on.
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
    this.#dialog.addEventListener('keydown', (event) => this.#press(event))
    part(this.#dialog, 'form').addEventListener('submit', (event) => {
      if (this.#query() === '') event.preventDefault()
    })
    for (const type of ['click', 'auxclick'] as const) {
      this.#list.addEventListener(type, (event) => this.#chosen(event))
    }
    // The focus stays in the field, where the keys are.
    this.#dialog.addEventListener('mousedown', (event) => {
      if (!isOwnFocus(event.target)) event.preventDefault()
    })
    part(this.#dialog, '.search-close').addEventListener('click', () => this.#dialog.close())
    this.#dialog.addEventListener('close', () => {
      this.#forget()
      this.#said.hideSlowNotice()
    })
    // Going back leaves the page that was searched from.
    addEventListener('popstate', () => this.#dialog.close())
  }

  /** Half-typed kana are no query yet. */
  #searchSoon(): void {
    this.#forget()
    this.#isAnswered = false
    if (this.#isComposing) return
    this.#timer = setTimeout(() => void this.#search(), PAUSE_MS)
  }

  async #search(): Promise<void> {
    this.#forget()
    this.#isAnswered = false
    const query = this.#query()
    if (query === '') return this.#offer()
    const asked = new AbortController()
    this.#asked = asked
    this.#timer = setTimeout(() => asked.abort(), PATIENCE_MS)
    this.#said.startWaiting()
    const found = await fetchResults(query, asked.signal).catch(() => undefined)
    // An answer to what was asked before comes too late.
    if (this.#asked !== asked) return
    clearTimeout(this.#timer)
    if (found) this.#show(query, found)
    else this.#fail()
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#said.stopWaiting()
    this.#asked?.abort()
    this.#asked = undefined
  }

  #query(): string {
    return this.#field.value.trim()
  }

  #show(query: string, found: Found): void {
    const { total, isMore, didYouMean, results } = found
    this.#clear()
    this.#said.showTotal(query, found)
    const untitled = this.#said.message('untitled')
    renderResults(
      this.#list,
      results.map((page) => (page.title ? page : { ...page, title: untitled }))
    )
    if (total > results.length) {
      const label = this.#said.message(isMore ? 'more' : 'all', this.#said.formatCount(total))
      renderAll(this.#list, { query, label })
    }
    this.#isAnswered = true
    if (didYouMean !== null) {
      this.#said.addButton(this.#said.message('mean', didYouMean), () =>
        this.#searchAgain(didYouMean)
      )
    }
    if (total === 0) this.#timer = setTimeout(() => this.#tell(query), MEANT_MS)
    this.#options.reset(true)
  }

  /** Once: who opens the dialog again has not searched for it again. */
  #tell(query: string): void {
    if (!this.#told.has(query)) reportZeroResults(query)
    this.#told.add(query)
  }

  /** The form still leads to the page of results. */
  #fail(): void {
    this.#clear()
    this.#said.showFailure()
    this.#said.addButton(this.#said.message('again'), () => this.#searchAgain(this.#field.value))
  }

  #searchAgain(query: string): void {
    this.#field.value = query
    this.#field.focus()
    void this.#search()
  }

  #offer(): void {
    this.#clear()
    const { recent, suggested } = suggestedPages()
    this.#list.replaceChildren(
      ...renderPaths(this.#said.message('recent'), recent),
      ...renderPaths(this.#said.message('suggested'), suggested)
    )
    this.#isAnswered = true
    this.#options.reset(false)
  }

  #clear(): void {
    this.#said.clear()
    this.#list.replaceChildren()
    this.#options.reset(false)
  }

  #press(event: KeyboardEvent): void {
    if (isCompositionEvent(event)) return
    if (event.key === 'Enter') {
      if (event.target === this.#field) this.#enter(event)
    } else if (event.key === 'Escape') {
      // Else the first press would empty the field, in some browsers.
      event.preventDefault()
      this.#dialog.close()
    } else if (this.#options.move(event.key)) {
      event.preventDefault()
      this.#field.focus()
    }
  }

  /** While the answer is on its way, the page of results has it too. */
  #enter(event: KeyboardEvent): void {
    const option = this.#isAnswered ? this.#options.selected : undefined
    const isBeside = event.ctrlKey || event.metaKey || event.shiftKey
    if (!option && !isBeside) return
    event.preventDefault()
    if (option && !isBeside) return option.click()
    if (option) remember(option)
    const href = option?.href ?? (this.#query() && resultsOf(this.#query()))
    if (href) window.open(href, '_blank', 'noopener')
  }

  #chosen(event: MouseEvent): void {
    const option = optionAt(event.target)
    if (!option) return
    remember(option)
    if (event.type === 'auxclick' || event.ctrlKey || event.metaKey || event.shiftKey) return
    this.#field.value = ''
    this.#dialog.close()
  }
}

/** Whether what is pressed takes the focus: all but the options, and what is only to be read. */
function isOwnFocus(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, button, a:not([role])') !== null
}

/** A section is remembered as its page; the page of results is none to come back to. */
function remember(option: HTMLAnchorElement): void {
  if (option.pathname === RESULTS) return
  const isOfPage = option.closest('[data-page]')
  const title = isOfPage?.getAttribute('aria-label') ?? option.textContent
  rememberPage({ path: option.pathname, title })
}

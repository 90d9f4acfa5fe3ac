import { type Found, ask, tellFruitless } from './ask.ts'
import { type NamedPath, RESULTS, drawAll, drawPaths, drawResults } from './draw-results.ts'
import { fitScreen } from './fit-screen.ts'
import { recentPages, rememberPage } from './recent-pages.ts'
import { SearchSaid, part } from './search-said.ts'

/** Typing is waited out for so long before a query is asked. */
const PAUSE_MS = 120
/** A query that stands so long was meant as it is. */
const MEANT_MS = 1500

/** The dialog of the search: a field, and what is found while typing. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  readonly #list: HTMLElement
  readonly #said: SearchSaid
  #asked: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isComposing = false
  /** Whether the list answers what stands in the field. */
  #isAnswered = false

  /** Takes over the dialog that the server wrote into the page. */
  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog
    this.#field = part(dialog, 'input')
    this.#list = part(dialog, '[role=listbox]')
    this.#said = new SearchSaid(dialog)
    this.#listen()
    fitScreen(dialog)
  }

  open(query = ''): void {
    if (this.#dialog.open) return
    if (query) this.#field.value = query
    this.#dialog.showModal()
    this.#field.focus()
    // What was asked last gives way to what is typed; what is being typed goes on.
    if (query) this.#field.setSelectionRange(query.length, query.length)
    else this.#field.select()
    void this.#search()
  }

  #listen(): void {
    const field = this.#field
    field.addEventListener(
      'compositionupdate',
      ({ data }) => (this.#isComposing = isHalfTyped(data))
    )
    field.addEventListener('compositionend', () => {
      this.#isComposing = false
      this.#searchSoon()
    })
    field.addEventListener('input', () => this.#searchSoon())
    field.addEventListener('keydown', (event) => this.#press(event))
    this.#list.addEventListener('click', (event) => this.#chosen(event))
    this.#list.addEventListener('pointermove', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
      if (option) this.#select(option)
    })
    // On the dialog itself only its edge is clicked, and what lies behind it.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close()
    })
    part(this.#dialog, '.search-close').addEventListener('click', () => this.#dialog.close())
    this.#dialog.addEventListener('close', () => {
      this.#forget()
      this.#said.rest()
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
    const query = this.#field.value.trim()
    if (query === '') return this.#offer()
    const asked = new AbortController()
    this.#asked = asked
    this.#said.wait()
    try {
      const found = await ask(query, asked.signal)
      // An answer to what was asked before comes too late.
      if (!asked.signal.aborted) this.#show(query, found)
    } catch {
      if (!asked.signal.aborted) this.#fail()
    }
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#said.pause()
    this.#asked?.abort()
  }

  #show(query: string, found: Found): void {
    const { total, isMore, didYouMean, results } = found
    this.#clear()
    this.#said.tell(query, found)
    const untitled = this.#said.words('untitled')
    drawResults(
      this.#list,
      results.map((page) => (page.title ? page : { ...page, title: untitled }))
    )
    if (total > results.length) {
      const label = this.#said.words(isMore ? 'more' : 'all', this.#said.written(total))
      drawAll(this.#list, { query, label })
    }
    this.#list.scrollTop = 0
    this.#isAnswered = true
    if (didYouMean !== null) {
      this.#said.offer(this.#said.words('mean', didYouMean), () => this.#searchAgain(didYouMean))
    }
    if (total === 0) this.#timer = setTimeout(() => tellFruitless(query), MEANT_MS)
    this.#select(this.#options()[0])
  }

  /** The form still leads to the page of results. */
  #fail(): void {
    this.#clear()
    this.#said.fail()
    this.#said.offer(this.#said.words('again'), () => this.#searchAgain(this.#field.value))
  }

  #searchAgain(query: string): void {
    this.#field.value = query
    this.#field.focus()
    void this.#search()
  }

  /** Before anything is asked: pages lately opened, and those of the site's navigation. */
  #offer(): void {
    this.#clear()
    this.#list.replaceChildren(
      ...drawPaths(this.#said.words('recent'), recentPages()),
      ...drawPaths(this.#said.words('suggested'), suggestedPages())
    )
    this.#isAnswered = true
    this.#select(undefined)
  }

  #clear(): void {
    this.#said.clear()
    this.#list.replaceChildren()
    this.#select(undefined)
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return
    const options = this.#options()
    const at = options.findIndex((option) => option.ariaSelected === 'true')
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1 }[event.key]
    if (to !== undefined && options.length > 0) {
      event.preventDefault()
      this.#select(options.at(to % options.length))
    }
    // While the answer is on its way, the form leads to the page of results.
    if (event.key === 'Enter' && options[at] && this.#isAnswered) {
      event.preventDefault()
      if (event.ctrlKey || event.metaKey) this.#openBeside(options[at])
      else options[at].click()
    }
  }

  #openBeside(option: HTMLElement): void {
    if (!(option instanceof HTMLAnchorElement)) return
    remember(option)
    window.open(option.href, '_blank', 'noopener')
  }

  #chosen(event: MouseEvent): void {
    const { target } = event
    const option = target instanceof Element ? target.closest('a') : null
    if (!option) return
    remember(option)
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    this.#field.value = ''
    this.#dialog.close()
  }

  #select(option: HTMLElement | undefined): void {
    for (const other of this.#options()) other.ariaSelected = String(other === option)
    option?.scrollIntoView({ block: 'nearest' })
    this.#field.setAttribute('aria-expanded', String(this.#options().length > 0))
    if (option) this.#field.setAttribute('aria-activedescendant', option.id)
    else this.#field.removeAttribute('aria-activedescendant')
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role=option]')]
  }
}

/**
 * Whether letters that are being put together are no word yet. Keyboards of phones put Latin words
 * together as well; where kana are typed by Latin letters, no vowel stays one.
 */
function isHalfTyped(letters: string): boolean {
  return !/^\P{L}*\p{sc=Latin}*[aeiouyà-öø-ÿ][\p{sc=Latin}\P{L}]*$/iu.test(letters)
}

/** The links of the site's navigation and its lists. */
function suggestedPages(): NamedPath[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    '.site-navigation a[href^="/"], .site-lists a[href^="/"]'
  )
  return [...links].map((link) => ({ path: link.pathname, title: link.textContent.trim() }))
}

/** A section is remembered as its page; the page of results is none to come back to. */
function remember(option: HTMLAnchorElement): void {
  if (option.pathname === RESULTS) return
  const isOfPage = option.closest('[data-page]')
  const title = isOfPage?.getAttribute('aria-label') ?? option.textContent
  rememberPage({ path: option.pathname, title })
}

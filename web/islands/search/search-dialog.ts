import { type Found, ask, tellFruitless } from './ask.ts'
import { type NamedPath, drawPaths, drawResults } from './draw-results.ts'
import { fitScreen } from './fit-screen.ts'
import { recentPages, rememberPage } from './recent-pages.ts'

/** Typing is waited out for so long before a query is asked. */
const PAUSE_MS = 120
/** A query that stands so long was meant as it is. */
const MEANT_MS = 1500

/** The dialog of the search: a field, and what is found while typing. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  readonly #list: HTMLElement
  readonly #status: HTMLElement
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
    this.#status = part(dialog, '[role=status]')
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
    field.addEventListener('compositionstart', () => (this.#isComposing = true))
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
    this.#dialog.addEventListener('close', () => this.#forget())
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
    const query = this.#field.value.trim()
    if (query === '') return this.#offer()
    const asked = new AbortController()
    this.#asked = asked
    try {
      const found = await ask(query, asked.signal)
      // An answer to what was asked before comes too late.
      if (!asked.signal.aborted) this.#show(query, found)
    } catch {
      // The form still leads to the page of results.
      if (asked.signal.aborted) return
      this.#clear(this.#words('failed'))
      this.#status.classList.remove('visually-hidden')
    }
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#asked?.abort()
  }

  #show(query: string, found: Found): void {
    const isFruitless = found.total === 0
    const told = isFruitless ? this.#words('none', query) : this.#words('pages', `${found.total}`)
    this.#clear(found.isCut ? `${told} ${this.#words('cut')}` : told)
    drawResults(this.#list, found)
    this.#list.scrollTop = 0
    this.#isAnswered = true
    this.#status.classList.toggle('visually-hidden', !isFruitless && !found.isCut)
    this.#dialog.classList.toggle('is-fruitless', isFruitless)
    if (found.didYouMean !== null) this.#offerInstead(found.didYouMean)
    if (isFruitless) this.#timer = setTimeout(() => tellFruitless(query), MEANT_MS)
    this.#select(this.#options()[0])
  }

  /** Before anything is asked: pages lately opened, and those of the site's navigation. */
  #offer(): void {
    this.#clear('')
    this.#list.replaceChildren(
      ...drawPaths(this.#words('recent'), recentPages()),
      ...drawPaths(this.#words('suggested'), suggestedPages())
    )
    this.#isAnswered = true
    this.#select(undefined)
  }

  #offerInstead(query: string): void {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'search-instead'
    button.textContent = this.#words('mean', query)
    button.addEventListener('click', () => {
      this.#field.value = query
      this.#field.focus()
      void this.#search()
    })
    this.#status.after(button)
  }

  #clear(status: string): void {
    this.#dialog.querySelector('.search-instead')?.remove()
    this.#list.replaceChildren()
    this.#status.textContent = status
    this.#status.classList.add('visually-hidden')
    this.#dialog.classList.remove('is-fruitless')
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

  /** The server writes the words of the dialog in the site's language, with `…` for what is `told`. */
  #words(name: string, told = ''): string {
    return (this.#dialog.dataset[name] ?? '').replace('…', () => told)
  }
}

/** The links of the site's navigation and its lists. */
function suggestedPages(): NamedPath[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    '.site-navigation a[href^="/"], .site-lists a[href^="/"]'
  )
  return [...links].map((link) => ({ path: link.pathname, title: link.textContent.trim() }))
}

/** A section is remembered as its page. */
function remember(option: HTMLAnchorElement): void {
  const isOfPage = option.closest('[data-page]')
  const title = isOfPage?.getAttribute('aria-label') ?? option.textContent
  rememberPage({ path: option.pathname, title })
}

function part<T extends HTMLElement>(dialog: HTMLElement, selector: string): T {
  const found = dialog.querySelector<T>(selector)
  if (!found) throw new Error(`the dialog of the search has no ${selector}`)
  return found
}

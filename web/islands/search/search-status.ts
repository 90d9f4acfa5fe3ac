import type { Found } from './fetch-results.ts'

/** An answer that takes longer is announced. */
const SLOW_MS = 1000

/** What the dialog says of a search: how many pages answer, that none does, that it takes long or has failed. */
export class SearchStatus {
  readonly #dialog: HTMLElement
  readonly #status: HTMLElement
  readonly #slow: HTMLElement
  #hasFailed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(dialog: HTMLElement) {
    this.#dialog = dialog
    this.#status = part(dialog, '.search-said [role=status]')
    this.#slow = part(dialog, '.search-slow')
  }

  /** Says after a while that the answer is still to come; until the next word is said. */
  startWaiting(): void {
    this.stopWaiting()
    if (this.#hasFailed) this.clear()
    this.#timer = setTimeout(() => {
      this.#slow.textContent = this.message('slow')
    }, SLOW_MS)
  }

  /** Nothing is asked for the moment; what was said stays. */
  stopWaiting(): void {
    clearTimeout(this.#timer)
  }

  /** Nothing is waited for any more. */
  hideSlowNotice(): void {
    this.stopWaiting()
    this.#slow.textContent = ''
  }

  clear(): void {
    this.hideSlowNotice()
    this.#hasFailed = false
    this.#dialog.querySelector('.search-instead')?.remove()
    this.#dialog.classList.remove('is-fruitless')
    this.#status.textContent = ''
    this.#status.classList.add('visually-hidden')
  }

  showTotal(query: string, { total, isMore, isCut }: Found): void {
    const isFruitless = total === 0
    const pages = this.message(isMore ? 'more' : 'pages', this.formatCount(total))
    const told = isFruitless ? this.message('none', query) : pages
    this.#status.textContent = isCut ? `${told} ${this.message('cut')}` : told
    this.#status.classList.toggle('visually-hidden', !isFruitless && !isCut && !isMore)
    this.#dialog.classList.toggle('is-fruitless', isFruitless)
  }

  showFailure(): void {
    this.#hasFailed = true
    this.#status.textContent = this.message('failed')
    this.#status.classList.remove('visually-hidden')
  }

  /** Offers another way below what was said. */
  addButton(label: string, choose: () => void): void {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'search-instead'
    button.textContent = label
    button.addEventListener('click', choose)
    this.#status.after(button)
  }

  /** The server writes the words of the dialog in the site's language, with `…` for what is `told`. */
  message(name: string, told = ''): string {
    return (this.#dialog.dataset[name] ?? '').replace('…', () => told)
  }

  /** A number as the site's language writes it. */
  formatCount(count: number): string {
    return count.toLocaleString(document.documentElement.lang)
  }
}

/** A part that the server has written into the dialog. */
export function part<T extends HTMLElement>(dialog: HTMLElement, selector: string): T {
  const found = dialog.querySelector<T>(selector)
  if (!found) throw new Error(`the dialog of the search has no ${selector}`)
  return found
}

import type { Found } from './fetch-results.ts'

/** Delay after which a pending search is announced as slow. */
const SLOW_MS = 1000

/** The dialog's status line: number of results, zero results, slow or failed search. */
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

  /** Announces a slow search after a delay, unless the status changes first. */
  startWaiting(): void {
    this.stopWaiting()
    if (this.#hasFailed) this.clear()
    this.#timer = setTimeout(() => {
      this.#slow.textContent = this.message('slow')
    }, SLOW_MS)
  }

  /** Stops the delay; the current status stays. */
  stopWaiting(): void {
    clearTimeout(this.#timer)
  }

  /** Stops the delay and hides the slow notice. */
  hideSlowNotice(): void {
    this.stopWaiting()
    this.#slow.textContent = ''
  }

  clear(): void {
    this.hideSlowNotice()
    this.clearResult()
  }

  /** Clears what is known of an earlier query; a notice about the server stays. */
  clearResult(): void {
    this.#hasFailed = false
    this.#dialog.classList.remove('has-names')
    this.#dialog.querySelector('.search-instead')?.remove()
    this.#dialog.classList.remove('is-fruitless')
    this.#status.textContent = ''
    this.#status.classList.add('visually-hidden')
  }

  showTotal(query: string, { total, isMore, isCut }: Found): void {
    const hasNoResults = total === 0
    const pages = this.message(isMore ? 'more' : 'pages', this.formatCount(total))
    const text = hasNoResults ? this.message('none', query) : pages
    this.#status.textContent = isCut ? `${text} ${this.message('cut')}` : text
    this.#status.classList.toggle('visually-hidden', !hasNoResults && !isCut && !isMore)
    this.#dialog.classList.toggle('is-fruitless', hasNoResults)
  }

  /** Below the list instead of above, so that results shown before do not move. */
  placeBelow(): void {
    this.#dialog.classList.add('has-names')
  }

  /** Announces that only names are found, over the last line of the dialog. */
  showNamesOnly(): void {
    this.stopWaiting()
    this.#slow.textContent = this.message('names')
  }

  showFailure(): void {
    this.#hasFailed = true
    this.#status.textContent = this.message('failed')
    this.#status.classList.remove('visually-hidden')
  }

  /** Adds a button below the status. */
  addButton(label: string, choose: () => void): void {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'search-instead'
    button.textContent = label
    button.addEventListener('click', choose)
    this.#status.after(button)
  }

  /** A message from the dialog's data attributes, with `value` in place of `…`. */
  message(name: string, value = ''): string {
    return (this.#dialog.dataset[name] ?? '').replace('…', () => value)
  }

  /** A number in the format of the site's language. */
  formatCount(count: number): string {
    return count.toLocaleString(document.documentElement.lang)
  }
}

/** A part of the dialog that the server rendered. Throws if it is missing. */
export function part<T extends HTMLElement>(dialog: HTMLElement, selector: string): T {
  const found = dialog.querySelector<T>(selector)
  if (!found) throw new Error(`the search dialog has no ${selector}`)
  return found
}

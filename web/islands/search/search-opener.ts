import { isCompositionEvent } from './ime.ts'
import type { SearchDialog } from './search-dialog.ts'

/**
 * Opens the dialog from the field of the header once its script has come, as long as the visitor still
 * waits for it there: neither gone elsewhere nor back to the page. When it does not come, the field
 * leads to the page of results.
 */
export class SearchOpener {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  #loading: Promise<SearchDialog> | undefined
  /** The page on which the dialog was asked for and has not come yet. */
  #awaitedOn: string | undefined
  /** Where the visitor was who did not come by the field itself. */
  #before: { element: Element | null; top: number } | undefined
  #isComposing = false
  /** Whether the visitor has come to the field by a finger or a mouse. */
  #isPointed = false

  /** Listens to the field. */
  constructor(dialog: HTMLDialogElement, field: HTMLInputElement) {
    this.#dialog = dialog
    this.#field = field
    field.addEventListener('click', () => {
      this.#isPointed = true
      this.#open()
    })
    field.addEventListener('compositionstart', () => (this.#isComposing = true))
    field.addEventListener('compositionend', () => {
      this.#isComposing = false
      this.#open()
    })
    field.addEventListener('input', () => {
      if (!this.#isComposing && field.value !== '') this.#open()
    })
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !isCompositionEvent(event)) this.#giveBack()
    })
    field.addEventListener('blur', () => {
      if (dialog.open) return
      this.#forget()
      this.#isPointed = false
    })
    // Those are done with typing: a phone takes its keyboard away.
    dialog.addEventListener('close', () => {
      if (this.#isPointed) field.blur()
    })
  }

  /** Fetches what the dialog needs. */
  load(): void {
    // Whoever opens it hears of a failure.
    void this.#load().catch(() => undefined)
  }

  /**
   * Opens the dialog for a visitor who is anywhere on the page, and gives the focus back there; leads to
   * the field of one that is open.
   */
  openFromPage(): void {
    if (this.#dialog.open) return void this.#loading?.then((search) => search.open())
    const { activeElement } = document
    if (activeElement !== this.#field) {
      this.#before = { element: activeElement, top: scrollY }
      // What is typed until the dialog is there goes into the field.
      this.#field.focus({ preventScroll: true })
    }
    this.#open()
  }

  #open(): void {
    this.#awaitedOn = location.href
    void this.#load().then(
      (search) => this.#show(search),
      // The field may stand far above what the visitor sees.
      () => this.#isAwaited() && this.#field.scrollIntoView({ block: 'nearest' })
    )
  }

  /** Browsers remember a script that did not come: until the page is loaded anew, it is asked for once. */
  async #load(): Promise<SearchDialog> {
    this.#loading ??= import('./search-dialog.ts').then(
      ({ SearchDialog: Loaded }) => new Loaded(this.#dialog)
    )
    return this.#loading
  }

  #isAwaited(): boolean {
    return this.#awaitedOn === location.href
  }

  #show(search: SearchDialog): void {
    // Letters that are still being put together would be lost with the focus.
    if (!this.#isAwaited() || this.#isComposing) return
    const query = this.#field.value
    this.#field.value = ''
    // The dialog gives the focus back to where it was; the field may stand far above of that, and what
    // was typed has led there.
    this.#giveBack()
    search.open(query)
  }

  #giveBack(): void {
    const before = this.#before
    this.#forget()
    if (!before) return
    const { element, top } = before
    const isPlace = element instanceof HTMLElement && element !== document.body
    if (isPlace && element.isConnected) element.focus({ preventScroll: true })
    else this.#field.blur()
    scrollTo({ top, behavior: 'instant' })
  }

  #forget(): void {
    this.#awaitedOn = undefined
    this.#before = undefined
  }
}

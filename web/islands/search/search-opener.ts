import type { SearchDialog } from './search-dialog.ts'

/**
 * Opens the dialog from the field of the header once its script has come, as long as the visitor still
 * waits for it there: neither gone elsewhere nor back to the page.
 */
export class SearchOpener {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  #loading: Promise<SearchDialog> | undefined
  /** The page on which the dialog was asked for and has not come yet. */
  #awaitedOn: string | undefined
  /** Where the visitor was who did not come by the field itself. */
  #before: Element | null = null
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
    field.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Escape' && !isComposing) this.#giveBack()
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

  /** Fetches what the dialog needs. A failure is forgotten: the next one who asks tries again. */
  load(): void {
    void this.#load().catch(() => undefined)
  }

  /**
   * Opens the dialog for a visitor who is anywhere on the page, and gives the focus back there; leads to
   * the field of one that is open.
   */
  openFromAfar(): void {
    if (this.#dialog.open) return void this.#loading?.then((search) => search.open())
    const { activeElement } = document
    if (activeElement !== this.#field) {
      this.#before = activeElement
      // What is typed until the dialog is there goes into the field.
      this.#field.focus({ preventScroll: true })
    }
    this.#open()
  }

  #open(): void {
    this.#awaitedOn = location.href
    // Until the script can be had, the field leads to the page of results.
    void this.#load().then(
      (search) => this.#show(search),
      () => undefined
    )
  }

  async #load(): Promise<SearchDialog> {
    this.#loading ??= import('./search-dialog.ts').then(
      ({ SearchDialog: Loaded }) => new Loaded(this.#dialog)
    )
    try {
      return await this.#loading
    } catch (error) {
      this.#loading = undefined
      throw error
    }
  }

  #show(search: SearchDialog): void {
    // Letters that are still being put together would be lost with the focus.
    if (this.#awaitedOn !== location.href || this.#isComposing) return
    const query = this.#field.value
    this.#field.value = ''
    // The dialog gives the focus back to where it was; the field may stand far above of that.
    this.#giveBack()
    search.open(query)
  }

  #giveBack(): void {
    const before = this.#before
    this.#forget()
    if (!before) return
    const isPlace = before instanceof HTMLElement && before !== document.body && before.isConnected
    if (isPlace) before.focus({ preventScroll: true })
    else this.#field.blur()
  }

  #forget(): void {
    this.#awaitedOn = undefined
    this.#before = null
  }
}

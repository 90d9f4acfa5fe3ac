import { isCompositionEvent } from './dialog/ime.ts'
import { Names } from './names/names.ts'
import { nextTask } from './names/next-task.ts'
import type { SearchDialog } from './search-dialog.ts'

/**
 * Opens the dialog from the header's field once its script is loaded, unless the visitor has left
 * the field or the page by then. If loading fails, the field submits to the results page.
 */
export class SearchOpener {
  readonly #dialog: HTMLDialogElement
  readonly #field: HTMLInputElement
  readonly #names = new Names()
  #loading: Promise<SearchDialog> | undefined
  /** Address of the page on which opening was requested, until the dialog is open. */
  #requestedOn: string | undefined
  /** Focus and scroll position before a shortcut or button moved the focus to the field. */
  #previous: { element: Element | null; top: number } | undefined
  #isComposing = false
  /** Whether the field was focused by pointer. */
  #isPointerUsed = false

  /** Attaches listeners to the field. */
  constructor(dialog: HTMLDialogElement, field: HTMLInputElement) {
    this.#dialog = dialog
    this.#field = field
    field.addEventListener('click', () => {
      this.#isPointerUsed = true
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
      if (event.key === 'Escape' && !isCompositionEvent(event)) this.#restoreFocus()
    })
    field.addEventListener('blur', () => {
      if (dialog.open) return
      this.#reset()
      this.#isPointerUsed = false
    })
    // The search by touch is done: blurring the field hides the phone's keyboard.
    dialog.addEventListener('close', () => {
      if (this.#isPointerUsed) field.blur()
    })
  }

  /** Preloads the dialog's script and the names of pages. */
  load(): void {
    // A failure is handled when the dialog is opened.
    void this.#load().catch(() => undefined)
  }

  /**
   * Opens the dialog from anywhere on the page and later restores the focus there; focuses the
   * field of an open dialog.
   */
  openFromPage(): void {
    if (this.#dialog.open) return void this.#loading?.then((search) => search.open())
    const { activeElement } = document
    if (activeElement !== this.#field) {
      this.#previous = { element: activeElement, top: scrollY }
      // Text typed before the dialog is open goes into the field.
      this.#field.focus({ preventScroll: true })
    }
    this.#open()
  }

  #open(): void {
    this.#requestedOn = location.href
    void this.#load().then(
      (search) => this.#show(search),
      // The field may be scrolled out of view.
      () => this.#isRequested() && this.#field.scrollIntoView({ block: 'nearest' })
    )
  }

  /** Loads the script once: browsers cache a failed import until the page is reloaded. */
  async #load(): Promise<SearchDialog> {
    if (!this.#loading) void this.#names.load()
    this.#loading ??= import('./search-dialog.ts').then(async ({ SearchDialog: Loaded }) => {
      // On a slow phone, running the script and showing the dialog together would be a long task.
      await nextTask()
      return new Loaded(this.#dialog, this.#names)
    })
    return this.#loading
  }

  #isRequested(): boolean {
    return this.#requestedOn === location.href
  }

  #show(search: SearchDialog): void {
    // Moving the focus would drop IME composition text.
    if (!this.#isRequested() || this.#isComposing) return
    const query = this.#field.value
    this.#field.value = ''
    // Restores the focus first: on closing, the dialog returns it to where it was on opening.
    this.#restoreFocus()
    search.open(query)
  }

  #restoreFocus(): void {
    const previous = this.#previous
    this.#reset()
    if (!previous) return
    const { element, top } = previous
    const isFocusable = element instanceof HTMLElement && element !== document.body
    if (isFocusable && element.isConnected) element.focus({ preventScroll: true })
    else this.#field.blur()
    scrollTo({ top, behavior: 'instant' })
  }

  #reset(): void {
    this.#requestedOn = undefined
    this.#previous = undefined
  }
}

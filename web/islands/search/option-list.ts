/** The list of a combobox: keys move the selection while the focus stays in the field. */
export class OptionList {
  readonly #field: HTMLElement
  readonly #list: HTMLElement

  constructor(field: HTMLElement, list: HTMLElement) {
    this.#field = field
    this.#list = list
    list.addEventListener('pointermove', ({ target }) => {
      const option = optionAt(target)
      if (option) this.select(option)
    })
  }

  /** The selected option, which Enter opens. */
  get selected(): HTMLAnchorElement | undefined {
    return this.#options().find((option) => option.ariaSelected === 'true')
  }

  /** Selects the first option, or none. */
  reset(isFirstSelected: boolean): void {
    this.#list.scrollTop = 0
    this.select(isFirstSelected ? this.#options()[0] : undefined)
  }

  /** Selects the same option again after the list has changed; the first one if it is gone. */
  keep(): void {
    this.select(this.selected ?? this.#options()[0])
  }

  /** Moves the selection down or up for an arrow key; false for any other key. */
  move(key: string): boolean {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key]
    const options = this.#options()
    if (by === undefined || options.length === 0) return false
    const at = options.findIndex((option) => option.ariaSelected === 'true')
    // Without a selection, an arrow up selects the last option.
    const to = at < 0 && by < 0 ? -1 : at + by
    this.select(options.at(to % options.length))
    return true
  }

  select(option: HTMLAnchorElement | undefined): void {
    const options = this.#options()
    for (const other of options) other.ariaSelected = String(other === option)
    option?.scrollIntoView({ block: 'nearest' })
    this.#field.setAttribute('aria-expanded', String(options.length > 0))
    if (option) this.#field.setAttribute('aria-activedescendant', option.id)
    else this.#field.removeAttribute('aria-activedescendant')
  }

  #options(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll<HTMLAnchorElement>('[role=option]')]
  }
}

/** The option that contains an event's target. */
export function optionAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[role=option]') : null
}

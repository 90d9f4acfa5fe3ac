import { formatCount } from '../../../../site/locales/formatters.ts'
import type { ViewRows } from '../../../../site/pages/view-rows.ts'
import { isNarrowed } from '../../../blocks/layout/sized-table.ts'
import { ShownSummaries } from './shown-summaries.ts'

/** The rows of one group in the HTML. */
export class ShownGroup {
  /** The box of a table, or the list; a paragraph in a list without rows. */
  readonly box: Element
  /** The section with the name of the group; null in a view without groups. */
  readonly section: Element | null
  readonly #texts: ViewRows['texts']
  readonly #rows: Map<number, Element>
  readonly #count: Element | null
  /** Removed while it has no summaries. */
  readonly #foot: Element | null
  readonly #summaries: ShownSummaries | undefined
  /** Shown in place of a list without rows. */
  #nothing: Element | undefined

  /** Throws if the HTML has other rows, as where a component of the site's own shows them. */
  constructor(box: Element, view: ViewRows, numbers: number[]) {
    this.box = box
    this.#texts = view.texts
    const { parentElement: parent } = box
    this.section = parent?.matches('.group') ? parent : null
    this.#count = this.section?.querySelector('.group-name .count') ?? null
    const elements = numbers.length > 0 ? [...this.#list().children] : []
    if (elements.length !== numbers.length) throw new Error('the view has other rows')
    this.#rows = new Map(numbers.map((number, index) => [number, elements[index] as Element]))
    this.#foot = box.querySelector('tfoot')
    this.#summaries = this.#foot ? new ShownSummaries(this.#foot, view, numbers) : undefined
  }

  /** Shows some of its rows, in this order. */
  show(numbers: number[]): void {
    if (this.#count) {
      this.#count.textContent = formatCount(numbers.length, document.documentElement.lang)
    }
    this.#summaries?.show(numbers)
    if (this.#rows.size === 0) return
    const rows = numbers.flatMap((number) => this.#rows.get(number) ?? [])
    const list = this.#list()
    if (list !== this.box) {
      list.replaceChildren(...(rows.length > 0 ? rows : [noRows(this.box, this.#texts)]))
    } else if (rows.length > 0) {
      list.replaceChildren(...rows)
      this.#nothing?.replaceWith(list)
    } else {
      this.#nothing ??= nothingHere(this.#texts)
      list.replaceWith(this.#nothing)
    }
  }

  /** Keeps the column at an index in view, as `sortedColumn` does; -1 for none. */
  markSorted(index: number): void {
    for (const [place, column] of this.box.querySelectorAll('col').entries()) {
      const width = Number.parseFloat(column.style.width) || undefined
      column.classList.toggle('narrowed', place === index && isNarrowed(width))
    }
    const edges = [this.box, this.#foot].flatMap((part) => [
      ...(part?.querySelectorAll(':is(thead, tfoot) > tr') ?? [])
    ])
    for (const row of [...edges, ...this.#rows.values()]) {
      for (const [place, cell] of [...row.children].entries())
        cell.classList.toggle('sorted', place === index)
    }
  }

  /** Makes the empty list that a view shows if it hides groups without rows, and no group has any. */
  withoutRows(): Element {
    if (this.#list() === this.box) return nothingHere(this.#texts)
    const box = this.box.cloneNode(true) as Element
    box.querySelector('tbody')?.replaceChildren(noRows(box, this.#texts))
    box.querySelector('tfoot')?.remove()
    box.querySelector('table')?.setAttribute('aria-label', this.#texts.table ?? '')
    return box
  }

  #list(): Element {
    return this.box.querySelector('tbody') ?? this.box
  }
}

function noRows(table: Element, texts: ViewRows['texts']): Element {
  const cell = document.createElement('td')
  cell.className = 'empty'
  cell.colSpan = table.querySelectorAll('thead th').length
  cell.textContent = texts.noRows
  const row = document.createElement('tr')
  row.append(cell)
  return row
}

function nothingHere(texts: ViewRows['texts']): Element {
  const paragraph = document.createElement('p')
  paragraph.className = 'empty'
  paragraph.textContent = texts.nothingHere
  return paragraph
}

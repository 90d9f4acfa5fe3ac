import type { ViewQuery } from '../../../../site/addresses/page-query.ts'
import { type ViewRows, shownRowsOf } from '../../../../site/pages/view-rows.ts'
import { viewHref } from '../../../collections/view-place.ts'
import { fetchCurrent } from '../../navigation/fetch-current.ts'
import { wordOfHead } from './folder-paths.ts'
import { ShownGroup } from './shown-group.ts'
import { loadSummaries } from './shown-summaries.ts'
import { type FormPlace, showForm } from './show-form.ts'

const lists = ['ul.rows', 'ul.gallery', 'ul.feed', '.table-box', 'p.empty']
const boxes = ['', '> .group '].flatMap((place) => lists.map((list) => `:scope ${place}> ${list}`))

/** A view whose rows a script sorts and filters. */
export class ShownView {
  readonly rows: ViewRows
  readonly #section: HTMLElement
  readonly #groups: ShownGroup[]
  /** After the last group. */
  readonly #end = document.createComment('')
  /** Shown if the view hides groups without rows, and no group has any. */
  #nothing: Element | undefined

  private constructor(section: HTMLElement, rows: ViewRows) {
    this.rows = rows
    this.#section = section
    const found = [...section.querySelectorAll(boxes.join())]
    if (found.length !== rows.groups.length) throw new Error('the view has other groups')
    this.#groups = found.map((box, index) => new ShownGroup(box, rows, rows.groups[index] ?? []))
    const last = this.#groups.at(-1)
    ;(last?.section ?? last?.box)?.after(this.#end)
  }

  /**
   * Fetches what the rows of a section are sorted and filtered by. Rejects if the folder has none, since a
   * newer build has replaced it, or if the HTML has other rows.
   */
  static async open(section: HTMLElement): Promise<ShownView> {
    // The address changes with the rows and their order, but not with their values.
    const reply = await fetchCurrent(section.dataset['rows'] ?? '')
    if (!reply.ok) throw new Error(`the server answered ${reply.status}`)
    const rows = (await reply.json()) as ViewRows
    await loadSummaries(rows)
    return new ShownView(section, rows)
  }

  /** Shows the rows of a query. */
  show(place: FormPlace): void {
    const { query } = place
    const groups = shownRowsOf(this.rows, query)
    this.#showHeads(place)
    this.#showGroups(groups)
    const total = groups.reduce((sum, numbers) => sum + numbers.length, 0)
    const { texts } = this.rows
    this.#section.dataset['viewStatus'] = texts.status[total] ?? ''
    const tools = this.#section.querySelector<HTMLDetailsElement>(':scope > .view-tools')
    if (tools) showForm(tools, place, { some: texts.someRows[total], all: texts.showAll })
  }

  #showGroups(rows: number[][]): void {
    this.#nothing?.remove()
    let next: ChildNode = this.#end
    let count = 0
    for (const [index, group] of [...this.#groups.entries()].toReversed()) {
      const own = rows[index] ?? []
      group.show(own)
      const { section } = group
      const isHidden = section !== null && own.length === 0 && this.rows.hidesEmptyGroups
      if (isHidden) section.remove()
      else count++
      if (!section || isHidden) continue
      if (!section.isConnected) next.before(section)
      next = section
    }
    if (count > 0) return
    this.#nothing = this.#groups[0]?.withoutRows()
    if (this.#nothing) this.#end.before(this.#nothing)
  }

  #showHeads(place: FormPlace): void {
    for (const group of this.#groups) {
      const heads = [...group.box.querySelectorAll<HTMLAnchorElement>('thead a[data-view-link]')]
      for (const head of heads) this.#showHead(head, place)
      group.markSorted(heads.findIndex((head) => head.closest('[aria-sort]')))
    }
  }

  #showHead(head: HTMLAnchorElement, place: FormPlace): void {
    const word = wordOfHead(head)
    const property = this.rows.words.properties.find(([, each]) => each === word)?.[0] ?? word
    const { sort } = place.query
    const isSorted = sort?.property === property
    const isDescending = isSorted && sort.isDescending
    // The third click restores the order of the view.
    const next: ViewQuery['sort'] = isDescending ? undefined : { property, isDescending: isSorted }
    head.setAttribute('href', viewHref(place, { sort: next, from: 0 }))
    const cell = head.closest('th')
    if (isSorted) cell?.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending')
    else cell?.removeAttribute('aria-sort')
  }
}

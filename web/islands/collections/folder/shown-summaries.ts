import { summaryFunction } from '../../../../site/pages/summarize-rows.ts'
import type { ColumnSummary, ViewRows } from '../../../../site/pages/view-rows.ts'
import type { Summary } from '../../../../site/pages/view-window.ts'
import type { daySummary } from '../../../blocks/format/day-summary.ts'
import { numberSummary } from '../../../blocks/format/summary-text.ts'

/** A summary with its element and the cell of its column. */
interface ShownSummary {
  rule: ColumnSummary
  element: Element
  cell: Element
}

type Values = Parameters<NonNullable<ReturnType<typeof summaryFunction>>>[1]

/** The summaries below a table. */
export class ShownSummaries {
  readonly #foot: Element
  readonly #table: Element | null
  readonly #summaries: ShownSummary[]
  readonly #values: Map<string, Values>

  /** Throws if the HTML has other summaries. */
  constructor(foot: Element, view: ViewRows, rows: number[]) {
    this.#foot = foot
    this.#table = foot.parentElement
    this.#values = new Map(
      view.summarized.map(([property, values]) => [property, valuesByRow(values)])
    )
    const rules = view.summaries.filter((rule) => this.#resultOf(rule, rows) !== null)
    const elements = [...foot.querySelectorAll('.summary')]
    if (elements.length !== rules.length) throw new Error('the view has other summaries')
    this.#summaries = rules.map((rule, index) => {
      const element = elements[index] as Element
      return { rule, element, cell: element.parentElement as Element }
    })
  }

  /** Summarizes some of the rows. */
  show(rows: number[]): void {
    for (const { cell } of this.#summaries) cell.replaceChildren()
    let isShown = false
    for (const { rule, element, cell } of this.#summaries) {
      const result = this.#resultOf(rule, rows)
      if (result === null) continue
      const text = summaryText(rule, result)
      const [name] = element.children
      element.replaceChildren(...(name ? [name] : []), ` ${text}`)
      cell.append(element)
      isShown = true
    }
    if (isShown) this.#table?.append(this.#foot)
    else this.#foot.remove()
  }

  /** Null if there is none, also of an unknown function. */
  #resultOf(rule: ColumnSummary, rows: number[]): Summary['value'] {
    const summarize = summaryFunction(rule)
    return summarize?.(rows, this.#values.get(rule.property) ?? new Map()) ?? null
  }
}

function valuesByRow(values: ViewRows['summarized'][number][1]): Values {
  return new Map(
    values.map(([row, own]) => [
      row,
      own.map(([text, number, target]) => ({ text, number, target_id: target }))
    ])
  )
}

let formatDays: typeof daySummary | undefined

/** Loads what formats days, if a view has summaries of dates. */
export async function loadSummaries({ summaries }: ViewRows): Promise<void> {
  if (!summaries.some(({ aggregator }) => /_date$|^date_/.test(aggregator))) return
  formatDays ??= (await import('../../../blocks/format/day-summary.ts')).daySummary
}

function summaryText(
  { aggregator, format }: ColumnSummary,
  value: NonNullable<Summary['value']>
): string {
  const language = document.documentElement.lang
  if (typeof value === 'number') return numberSummary({ aggregator, value }, { format, language })
  // Days without a time are in no time zone.
  return formatDays?.(value, { language, timeZone: 'UTC' }) ?? value.join(' ')
}

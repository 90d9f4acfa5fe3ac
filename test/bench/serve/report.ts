import { writeFileSync } from 'node:fs'

/** One line of the report. */
export interface Figure {
  section: string
  figure: string
  ours: string
  /** The name of the yardstick and its figure; empty if there is none. */
  yardstick?: string
  /** Ours by the yardstick. */
  ratio?: number | undefined
  /** Limit of the ratio, or of `measured` if that is given. */
  goal?: { atLeast: number } | { atMost: number }
  /** Compared with the goal instead of the ratio. */
  measured?: number
}

/** Collects figures and prints each as soon as it is measured, on stderr. */
export class Report {
  readonly #figures: Figure[] = []
  readonly notes: string[] = []

  add(...figures: Figure[]): void {
    this.#figures.push(...figures)
    for (const figure of figures) console.error(`${cells(figure).join(' | ')}`)
  }

  markdown(): string {
    const titles = ['section', 'figure', 'ours', 'yardstick', 'ratio', 'goal', 'met']
    const rows = [titles, titles.map(() => '---'), ...this.#figures.map(cells)]
    const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
    return `${this.notes.map((note) => `- ${note}`).join('\n')}\n\n${table}`
  }

  writeJson(file: string): void {
    const figures = this.#figures.map((figure) => ({ ...figure, isMet: isMet(figure) }))
    writeFileSync(file, `${JSON.stringify({ notes: this.notes, figures }, undefined, 2)}\n`)
  }
}

function cells(figure: Figure): string[] {
  const { section, figure: name, ours, yardstick = '', ratio, goal } = figure
  const met = isMet(figure)
  return [
    section,
    name,
    ours,
    yardstick,
    ratio === undefined ? '' : ratio.toFixed(2),
    goal === undefined ? '' : 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`,
    met === undefined ? '' : met ? 'yes' : 'NO'
  ]
}

function isMet({ ratio, goal, measured = ratio }: Figure): boolean | undefined {
  if (goal === undefined || measured === undefined) return undefined
  return 'atLeast' in goal ? measured >= goal.atLeast : measured <= goal.atMost
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  return (low + high) / 2
}

/** The median with the lowest and the highest number. */
export function spread(numbers: number[], digits = 0): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return `${median(numbers).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

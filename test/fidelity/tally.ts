import { type Kind, knownTypes } from './known-types.ts'

/** Counts expected and found content by kind and type. */
export class Tally {
  readonly #counts = new Map<string, { expected: number; found: number }>()
  /** Characters of all texts, and of those found on their pages. */
  readonly text = { expected: 0, found: 0 }
  /** Descriptions of missing content. */
  readonly missing: string[] = []

  add(kind: Kind, type: string, isFound: boolean): void {
    const count = this.#counts.get(`${kind} ${type}`) ?? { expected: 0, found: 0 }
    count.expected++
    if (isFound) count.found++
    this.#counts.set(`${kind} ${type}`, count)
  }

  /** For each kind: types always shown, types sometimes missing, and types that do not occur. */
  kinds(): { kind: Kind; shown: string[]; broken: string[]; absent: string[] }[] {
    return (Object.keys(knownTypes) as Kind[]).map((kind) => {
      const others = [...this.#counts.keys()].filter((key) => key.startsWith(`${kind} `))
      const types = new Set([
        ...knownTypes[kind],
        ...others.map((key) => key.slice(kind.length + 1))
      ])
      const of = (isRight: (count: { expected: number; found: number } | undefined) => boolean) =>
        [...types].filter((type) => isRight(this.#counts.get(`${kind} ${type}`)))
      return {
        kind,
        shown: of((count) => count !== undefined && count.found === count.expected),
        broken: of((count) => count !== undefined && count.found < count.expected),
        absent: of((count) => count === undefined)
      }
    })
  }
}

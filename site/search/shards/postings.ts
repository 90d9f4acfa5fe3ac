import { SECTION_BITS, type SectionTokens } from '../section-tokens.ts'

/** The one position of all names that signs join: they have no order. */
const WHOLE = -10_000
/** The weights of columns, as in the full-text index of the server. */
const WEIGHTS = { head: 6, body: 1, whole: 4 }

/**
 * Where a term occurs: its positions by number of the section, in order. Positions in the text count from
 * 0. Those in names and heading are below -1, so that no phrase spans both. A term that is too common to
 * keep its positions has none.
 */
export type Postings = ReadonlyMap<number, number[]>

/** The positions of each term in a section. */
export function positionsOf({ head, body, wholes }: SectionTokens): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const add = (term: string, position: number) => {
    const known = found.get(term)
    if (known) known.push(position)
    else found.set(term, [position])
  }
  for (const term of wholes) add(term, WHOLE)
  const names = head.slice(WHOLE / 2)
  for (const [index, term] of names.entries()) add(term, index - names.length - 1)
  for (const [index, term] of body.entries()) add(term, index)
  return found
}

/** The weight of an occurrence. */
export function weightAt(position: number): number {
  if (position >= 0) return WEIGHTS.body
  return position === WHOLE ? WEIGHTS.whole : WEIGHTS.head
}

/**
 * Packs postings, section by section in their order: for each the difference of its page's number, its
 * index on the page, its number of positions, and these as differences.
 */
export class PackedPostings {
  readonly packed: number[] = []
  sections = 0
  #page = 0

  add(section: number, positions: number[]): void {
    const differences = positions.map((position, at) => position - (positions[at - 1] ?? 0))
    this.addPacked({ section, differences })
  }

  addPacked({ section, differences }: PackedSection): void {
    const page = section >> SECTION_BITS
    this.packed.push(page - this.#page, section % 2 ** SECTION_BITS, differences.length)
    for (const difference of differences) this.packed.push(difference)
    this.#page = page
    this.sections++
  }
}

/** The positions of a term in a section, as differences. */
export interface PackedSection {
  section: number
  differences: number[]
}

/** Splits packed postings, without unpacking their positions. */
export function packedSections(packed: number[]): PackedSection[] {
  const sections: PackedSection[] = []
  let page = 0
  for (let at = 0; at < packed.length;) {
    page += packed[at] ?? 0
    const section = (page << SECTION_BITS) + (packed[at + 1] ?? 0)
    const end = at + 3 + (packed[at + 2] ?? 0)
    sections.push({ section, differences: packed.slice(at + 3, end) })
    at = end
  }
  return sections
}

/** Unpacks postings. */
export function unpackPostings(packed: number[]): Map<number, number[]> {
  const postings = new Map<number, number[]>()
  for (const { section, differences } of packedSections(packed)) {
    let position = 0
    postings.set(
      section,
      differences.map((difference) => (position += difference))
    )
  }
  return postings
}

import { SECTION_BITS, sectionTokens } from '../../site/search/section-tokens.ts'
import { PackedPostings, positionsOf } from '../../site/search/shards/postings.ts'
import type { ShardPage } from '../../site/search/shards/shard-files.ts'

/** The postings of terms, collected section by section. */
export class TermPostings {
  readonly terms = new Map<string, PackedPostings>()
  /** Lengths of the sections of each page, in tokens. */
  readonly lengths = new Map<number, number[]>()

  /** Adds a page, whose number must be higher than all before. */
  add(page: ShardPage): void {
    const lengths: number[] = []
    for (const [index, { heading, text }] of page.sections.entries()) {
      const aliases = index === 0 ? page.aliases : []
      const tokens = sectionTokens({ title: page.title, aliases, heading, text })
      lengths.push(tokens.head.length + tokens.body.length + tokens.wholes.length)
      const section = (page.number << SECTION_BITS) + index
      for (const [term, positions] of positionsOf(tokens)) {
        const postings = this.terms.get(term) ?? new PackedPostings()
        if (postings.sections === 0) this.terms.set(term, postings)
        postings.add(section, positions)
      }
    }
    this.lengths.set(page.number, lengths)
  }
}

import { titleToSlug } from '../../../site/addresses/slug.ts'
import { type NameList, nameLimits, packNames } from '../../../site/search/names/name-list.ts'
import { romajiOf } from '../../../site/search/romaji.ts'
import type { CorpusPage } from './search-corpus.ts'

/** The list of names that a site with these pages sends. */
export function namesOfCorpus(corpus: CorpusPage[]): NameList {
  const hasHeadings = corpus.length <= nameLimits.maxPagesWithHeadings
  return packNames(
    corpus.map(({ title, alias, sections }) => ({
      path: `/${titleToSlug(title)}`,
      title,
      icon: null,
      parent: undefined,
      aliases: [alias, ...[title, alias].flatMap(romajiOf)],
      headings: hasHeadings
        ? sections.map(({ heading }) => ({ text: heading, anchor: titleToSlug(heading) }))
        : []
    }))
  )
}

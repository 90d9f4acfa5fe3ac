import { type SearchTerm, type Snippet, matchesIn } from './snippet.ts'

/**
 * Every section matches the words of its page's title: sections without a match of their own are
 * dropped. If the title has no match either, the best section is returned.
 */
export function matchingSections<Section extends { heading: string; snippet: Snippet }>(
  sections: Section[],
  { words, hasTitleMatch }: { words: SearchTerm[]; hasTitleMatch: boolean }
): Section[] {
  const matching = sections.filter(
    ({ heading, snippet }) => snippet.ranges.length > 0 || matchesIn(heading, words).length > 0
  )
  return matching.length > 0 || hasTitleMatch ? matching : sections.slice(0, 1)
}

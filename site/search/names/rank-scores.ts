import { NAME_WEIGHT, RANK_OFFSET } from '../name-scores.ts'
import type { WordMatch } from './name-words.ts'

/** The scores of matches in names, best first, by page; the first of two matches of a page counts. */
export function rankScores(found: WordMatch[]): Map<number, number> {
  const pages = [...new Set(found.map(({ page }) => page))]
  return new Map(pages.map((page, rank) => [page, NAME_WEIGHT / (RANK_OFFSET + rank)]))
}

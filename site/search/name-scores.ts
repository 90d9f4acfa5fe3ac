/*
 * How well the name of a page matches a query, on the server and in the browser. A score is higher than
 * the sum of all scores for words of names and texts, so that these names come first.
 */

export const EXACT_TITLE = 3
export const EXACT_ALIAS = 0.7
const TITLE_PREFIX = 1.5

/** The score of a title that starts with a query; both in the form of `squash`. */
export function titlePrefixScore(query: { length: number }, title: { length: number }): number {
  return TITLE_PREFIX * (0.5 + query.length / title.length / 2)
}

/** The score of a whole name that a query contains, among all candidates; a longer name scores higher. */
export function containedNameScore(name: { length: number }, longest: number): number {
  return (EXACT_ALIAS * name.length) / longest
}

/** The constant k of reciprocal rank fusion: score = weight / (k + rank). */
export const RANK_OFFSET = 6
/** Weight of matches in names; matches in text have 1. */
export const NAME_WEIGHT = 1.3

import { foldWithOffsets } from './fold.ts'

/** Characters of a text in which an exact match is looked for, and of the part around it. */
const MAX_SEARCHED = 300_000
const AROUND = 3000
/** Characters at the start of a text without an exact match, which are searched folded. */
const MAX_FOLDED = 20_000
/** Length of a snippet, and the part of it before the first match. */
const LENGTH = 180
const BEFORE = 40

/** An excerpt, and the ranges of its matches: `[from, to]` in UTF-16 units. */
export interface Snippet {
  text: string
  ranges: [from: number, to: number][]
}

/** A word of a query. */
export interface SearchTerm {
  /** Folded. */
  word: string
  /** Whether the word is a prefix. */
  isPrefix: boolean
}

interface Match {
  word: number
  from: number
  to: number
}

/**
 * The excerpt with the most different query words, and their ranges. In scripts with spaces a match
 * must start at a word.
 */
export function snippetOf(text: string, words: SearchTerm[]): Snippet {
  const part = searchedPart(text.slice(0, MAX_SEARCHED), words)
  const flat = part.text.toWellFormed().replaceAll(/\s+/g, ' ')
  const matches = findMatches(flat, words)
  const start = bestStart(matches)
  const from = start <= BEFORE ? 0 : wordStart(flat, start - BEFORE)
  const to = Math.min(flat.length, from + LENGTH)
  // A surrogate pair must not be split.
  const shown = flat
    .slice(from, to)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
  const lead = from > 0 || !part.isStart ? '…' : ''
  const ranges = matches
    .filter((match) => match.from >= from && match.to <= to)
    .map((match): [number, number] => [
      match.from - from + lead.length,
      match.to - from + lead.length
    ])
  return {
    text: `${lead}${shown}${to < flat.length || !part.isEnd ? '…' : ''}`,
    ranges: merged(ranges)
  }
}

/**
 * The part of a long text around an exact match of the longest query word; its start if there is
 * none.
 */
function searchedPart(
  text: string,
  words: SearchTerm[]
): { text: string; isStart: boolean; isEnd: boolean } {
  const start = text.slice(0, MAX_FOLDED)
  const whole = { text: start, isStart: true, isEnd: start.length === text.length }
  if (text.length <= AROUND) return whole
  const lowerCase = text.toLowerCase()
  const longest = words.map(({ word }) => word).toSorted((a, b) => b.length - a.length)
  const offset = longest.map((word) => lowerCase.indexOf(word)).find((each) => each >= 0)
  if (offset === undefined || lowerCase.length !== text.length) return whole
  const from = offset <= AROUND / 2 ? 0 : wordStart(text, offset - AROUND / 2)
  const to = Math.min(text.length, from + AROUND)
  return { text: text.slice(from, to), isStart: from === 0, isEnd: to === text.length }
}

/** Ranges of a text that match query words, merged. */
export function matchesIn(text: string, words: SearchTerm[]): [from: number, to: number][] {
  return merged(findMatches(text, words).map(({ from, to }) => [from, to]))
}

function findMatches(text: string, words: SearchTerm[]): Match[] {
  const { folded, offsetOf } = foldWithOffsets(text)
  const matches: Match[] = []
  for (const [word, { word: term, isPrefix }] of words.entries()) {
    if (!term) continue
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      const from = offsetOf(at)
      const isStart = isWordStart(folded, at, term) || isCamelCaseBoundary(text, from)
      const to = offsetOf(at + term.length)
      const isEnd = isPrefix || isWordEnd(folded, at + term.length) || isCamelCaseBoundary(text, to)
      if (isStart && isEnd) matches.push({ word, from, to })
    }
  }
  return matches.toSorted((a, b) => a.from - b.from || b.to - a.to)
}

const SPACED_LETTER =
  /^(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])[\p{L}\p{N}]/u

function isWordStart(folded: string, at: number, word: string): boolean {
  if (!SPACED_LETTER.test(word) || at === 0 || !SPACED_LETTER.test(folded[at - 1] ?? ''))
    return true
  // A version also matches without its `v`.
  const isVersion = folded[at - 1] === 'v' && /^\d/.test(word)
  return isVersion && !SPACED_LETTER.test(folded[at - 2] ?? '')
}

function isWordEnd(folded: string, at: number): boolean {
  return !SPACED_LETTER.test(folded[at - 1] ?? '') || !SPACED_LETTER.test(folded[at] ?? '')
}

/** Whether a camel-case word such as `doImmediateRespawn` has a word boundary at this offset. */
function isCamelCaseBoundary(text: string, at: number): boolean {
  return /^\p{Ll}\p{Lu}$/u.test(text.slice(at - 1, at + 1))
}

/** Start of the window with the most different query words. */
function bestStart(matches: Match[]): number {
  let best = { start: matches[0]?.from ?? 0, words: 0 }
  let first = 0
  for (const [last, match] of matches.entries()) {
    while (match.to - (matches[first]?.from ?? 0) > LENGTH - BEFORE) first++
    const words = new Set(matches.slice(first, last + 1).map(({ word }) => word)).size
    if (words > best.words) best = { start: matches[first]?.from ?? 0, words }
  }
  return best.start
}

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  if (space >= 0 && space < at + BEFORE / 2) return space + 1
  // A surrogate pair must not be split here either.
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}

function merged(ranges: [number, number][]): [number, number][] {
  const found: [number, number][] = []
  for (const [from, to] of ranges) {
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) found.push([from, to])
  }
  return found
}

import { foldWithPlaces } from './fold.ts'

/** Characters of a text that are looked through, at most and around a word that stands there as it was asked. */
const LOOKED_THROUGH = 20_000
const AROUND = 3000
/** Characters that are shown, and of these before the first match. */
const LENGTH = 180
const BEFORE = 40

/** Words around a match, and where in them the matches are: `[from, to]` in UTF-16 units. */
export interface Snippet {
  text: string
  ranges: [from: number, to: number][]
}

/** A word that was asked for. */
export interface Sought {
  /** Folded. */
  word: string
  /** Whether words count that go on behind it. */
  isBeginning: boolean
}

interface Match {
  word: number
  from: number
  to: number
}

/**
 * The part of a text with most of the words that were asked for, and these marked. One of a script
 * with spaces counts where a word begins.
 */
export function snippetOf(text: string, words: Sought[]): Snippet {
  const part = partWith(text.slice(0, LOOKED_THROUGH), words)
  const flat = part.text.toWellFormed().replaceAll(/\s+/g, ' ')
  const matches = findMatches(flat, words)
  const start = bestStart(matches)
  const from = start <= BEFORE ? 0 : wordStart(flat, start - BEFORE)
  const to = Math.min(flat.length, from + LENGTH)
  // A letter of two units is shown whole or not at all.
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

/** A long text is looked through around the longest word that stands there as it was asked, or as a whole. */
function partWith(
  text: string,
  words: Sought[]
): { text: string; isStart: boolean; isEnd: boolean } {
  const whole = { text, isStart: true, isEnd: true }
  if (text.length <= AROUND) return whole
  const small = text.toLowerCase()
  const longest = words.map(({ word }) => word).toSorted((a, b) => b.length - a.length)
  const place = longest.map((word) => small.indexOf(word)).find((each) => each >= 0)
  if (place === undefined || small.length !== text.length) return whole
  const from = place <= AROUND / 2 ? 0 : wordStart(text, place - AROUND / 2)
  const to = Math.min(text.length, from + AROUND)
  return { text: text.slice(from, to), isStart: from === 0, isEnd: to === text.length }
}

/** Where in a text the words that were asked for are. */
export function matchesIn(text: string, words: Sought[]): [from: number, to: number][] {
  return merged(findMatches(text, words).map(({ from, to }) => [from, to]))
}

function findMatches(text: string, words: Sought[]): Match[] {
  const { folded, placeOf } = foldWithPlaces(text)
  const matches: Match[] = []
  for (const [word, { word: sought, isBeginning }] of words.entries()) {
    if (!sought) continue
    for (
      let at = folded.indexOf(sought);
      at >= 0;
      at = folded.indexOf(sought, at + sought.length)
    ) {
      const from = placeOf(at)
      const isStart = isWordStart(folded, at, sought) || isHump(text, from)
      const to = placeOf(at + sought.length)
      const isEnd = isBeginning || isWordEnd(folded, at + sought.length) || isHump(text, to)
      if (isStart && isEnd) matches.push({ word, from, to })
    }
  }
  return matches.toSorted((a, b) => a.from - b.from || b.to - a.to)
}

const SPACED =
  /^(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])[\p{L}\p{N}]/u

function isWordStart(folded: string, at: number, word: string): boolean {
  if (!SPACED.test(word) || at === 0 || !SPACED.test(folded[at - 1] ?? '')) return true
  // A version is asked for without its letter too.
  const isVersion = folded[at - 1] === 'v' && /^\d/.test(word)
  return isVersion && !SPACED.test(folded[at - 2] ?? '')
}

function isWordEnd(folded: string, at: number): boolean {
  return !SPACED.test(folded[at - 1] ?? '') || !SPACED.test(folded[at] ?? '')
}

/** Where a word begins within `doImmediateRespawn`. */
function isHump(text: string, at: number): boolean {
  return /^\p{Ll}\p{Lu}$/u.test(text.slice(at - 1, at + 1))
}

/** Where the stretch with most different words begins. */
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
  return space >= 0 && space < at + BEFORE / 2 ? space + 1 : at
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

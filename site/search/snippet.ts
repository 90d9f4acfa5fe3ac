import { foldWithPlaces } from './fold.ts'

/** Characters of a text that are looked through, and shown. */
const LOOKED_THROUGH = 20_000
const LENGTH = 180
const BEFORE = 40

/** Words around a match, and where in them the matches are: `[from, to]` in UTF-16 units. */
export interface Snippet {
  text: string
  ranges: [from: number, to: number][]
}

interface Match {
  word: number
  from: number
  to: number
}

/**
 * The part of a text with most of the words that were asked for, and these marked. `words` are
 * folded; one of a script with spaces counts where a word begins with it.
 */
export function snippetOf(text: string, words: string[]): Snippet {
  const flat = text.slice(0, LOOKED_THROUGH).toWellFormed().replaceAll(/\s+/g, ' ')
  const matches = findMatches(flat, words)
  const start = bestStart(matches)
  const from = start <= BEFORE ? 0 : wordStart(flat, start - BEFORE)
  const to = Math.min(flat.length, from + LENGTH)
  // A letter of two units is shown whole or not at all.
  const shown = flat
    .slice(from, to)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
  const lead = from > 0 ? '…' : ''
  const ranges = matches
    .filter((match) => match.from >= from && match.to <= to)
    .map((match): [number, number] => [
      match.from - from + lead.length,
      match.to - from + lead.length
    ])
  return { text: `${lead}${shown}${to < flat.length ? '…' : ''}`, ranges: merged(ranges) }
}

/** Where in a text the words that were asked for are. */
export function matchesIn(text: string, words: string[]): [from: number, to: number][] {
  return merged(findMatches(text, words).map(({ from, to }) => [from, to]))
}

function findMatches(text: string, words: string[]): Match[] {
  const { folded, placeOf } = foldWithPlaces(text)
  const matches: Match[] = []
  for (const [word, sought] of words.entries()) {
    if (!sought) continue
    for (
      let at = folded.indexOf(sought);
      at >= 0;
      at = folded.indexOf(sought, at + sought.length)
    ) {
      const from = placeOf(at)
      const isStart = isWordStart(folded, at, sought) || isHump(text, from)
      if (isStart) matches.push({ word, from, to: placeOf(at + sought.length) })
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

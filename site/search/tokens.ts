import { foldText } from './fold.ts'

/**
 * Increase when text is tokenized differently or the index has other columns: the index is then
 * rebuilt.
 */
export const TOKENIZER_VERSION = 5

/** Maximum length of an indexed token. */
const MAX_TOKEN = 64

/**
 * Replaces the characters that join the words of a name; SQLite's tokenizer treats it as a letter.
 */
const JOINT = '·'

const joined = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}々〆'
const JOINED_RUN = new RegExp(`^[${joined}]`, 'u')
const letter = `(?:(?![${joined}])[\\p{L}\\p{N}\\p{M}])`
const part = `(?:(?![${joined}])[\\p{L}\\p{N}])${letter}*`
/** A run of a script without spaces, or words joined by punctuation. */
const UNIT = new RegExp(`[${joined}][${joined}\\p{M}]*|${part}(?:[:_./#+-]${part})*`, 'gu')

/** A word, a name such as `minecraft:stone_sword`, or a run of a script without spaces. */
export interface Unit {
  /** Folded text. */
  text: string
  /** Whether it is a run of a script without spaces. */
  isRun: boolean
  /** Words of the unit, or overlapping pairs of its characters, in order. */
  tokens: string[]
  /** The unit as one token, in all its spellings; empty for a single word. */
  wholes: string[]
}

/** Tokenizes a text, folded. Used for both indexing and queries. */
export function unitsOf(text: string): Unit[] {
  return [...foldText(splitCamelCase(text)).matchAll(UNIT)].map(([unit]) =>
    JOINED_RUN.test(unit) ? runUnit(unit) : wordUnit(unit)
  )
}

/** Whether a token is of a script without spaces; such tokens are not matched with misspellings. */
export function isJoined(token: string): boolean {
  return JOINED_RUN.test(token)
}

/** Tokens of a text for the index: words in order, and whole names. */
export function indexTokens(text: string): { words: string[]; wholes: string[] } {
  const units = unitsOf(text)
  const words = units.flatMap((unit) => unit.tokens)
  const camelCase = (text.match(CAMEL_CASE) ?? []).map(foldText)
  const wholes = [...units.flatMap((unit) => unit.wholes), ...camelCase]
  return { words: words.filter(isIndexed), wholes: [...new Set(wholes)].filter(isIndexed) }
}

function isIndexed(token: string): boolean {
  return token.length <= MAX_TOKEN
}

/**
 * Where a capital begins a word in a name: `doImmediateRespawn`, `iPhone`, `HTTPServer`. Plurals such as
 * `NPCs` stay whole. Names are also found by their words.
 */
const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu
const CAMEL_CASE = /(?<![\p{L}\p{N}])\p{L}*(?:\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}{2})\p{L}*/gu

function splitCamelCase(text: string): string {
  return text.replaceAll(INNER_CAPITAL, ' ')
}

/**
 * Overlapping pairs and the last character alone, so that a single character matches anywhere as a
 * prefix.
 */
function runUnit(run: string): Unit {
  const characters = run.match(/\P{M}\p{M}*/gu) ?? []
  const pairs = characters.map((each, index) => `${each}${characters[index + 1] ?? ''}`)
  return { text: run, isRun: true, tokens: pairs, wholes: [] }
}

function wordUnit(word: string): Unit {
  const tokens = word.split(/[:_./#+-]/)
  if (tokens.length === 1) return { text: word, isRun: false, tokens, wholes: [] }
  const whole = tokens.join(JOINT)
  // Versions are searched with and without `v`.
  const version = /^v(\d.*)$/.exec(whole)?.[1]
  return {
    text: word,
    isRun: false,
    tokens,
    wholes: version === undefined ? [whole] : [whole, version]
  }
}

import { foldText } from './fold.ts'

/** Raised when the same text makes other tokens, or the index has other columns: all is then built anew. */
export const TOKENIZER_VERSION = 4

/** Characters of a token that is kept; what is longer is no word that anyone types. */
const MAX_TOKEN = 64

/** Stands for any sign that joins the words of a name; SQLite takes it for a letter. */
const JOINT = '·'

const joined = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}々〆'
const JOINED_RUN = new RegExp(`^[${joined}]`, 'u')
const letter = `(?:(?![${joined}])[\\p{L}\\p{N}\\p{M}])`
const part = `(?:(?![${joined}])[\\p{L}\\p{N}])${letter}*`
/** A run of a script without spaces, or a word with all that signs join to it. */
const UNIT = new RegExp(`[${joined}][${joined}\\p{M}]*|${part}(?:[:_./#+-]${part})*`, 'gu')

/** A word, a name such as `minecraft:stone_sword`, or a run of a script that has no spaces. */
export interface Unit {
  /** As it was written, folded. */
  text: string
  /** Whether it is of a script that is written without spaces. */
  isRun: boolean
  /** Words of the unit, or overlapping pairs of its letters, in order. */
  tokens: string[]
  /** The unit as one token, under all that it is known by; empty where it is one word. */
  wholes: string[]
}

/** The words of a text, folded. Both sides of the search, what is indexed and what is asked, go through here. */
export function unitsOf(text: string): Unit[] {
  return [...foldText(splitCamelCase(text)).matchAll(UNIT)].map(([unit]) =>
    JOINED_RUN.test(unit) ? runUnit(unit) : wordUnit(unit)
  )
}

/** Whether a token is of a script without spaces, where no misspelling is looked for. */
export function isJoined(token: string): boolean {
  return JOINED_RUN.test(token)
}

/** Tokens of a text for an index: its words in order, and names as a whole. */
export function indexTokens(text: string): { words: string[]; wholes: string[] } {
  const units = unitsOf(text)
  const words = units.flatMap((unit) => unit.tokens)
  const camelCase = (text.match(CAMEL_CASE) ?? []).map(foldText)
  const wholes = [...units.flatMap((unit) => unit.wholes), ...camelCase]
  return { words: words.filter(isKept), wholes: [...new Set(wholes)].filter(isKept) }
}

function isKept(token: string): boolean {
  return token.length <= MAX_TOKEN
}

/** Names of game rules and the like: `doImmediateRespawn` is found by its words too. */
const CAMEL_CASE = /(?<![\p{L}\p{N}])\p{L}+\p{Ll}\p{Lu}\p{L}*/gu

function splitCamelCase(text: string): string {
  return text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}

/** Pairs of letters, and the last letter alone, so that one letter is found wherever it stands. */
function runUnit(run: string): Unit {
  const letters = run.match(/\P{M}\p{M}*/gu) ?? []
  const pairs = letters.map((each, index) => `${each}${letters[index + 1] ?? ''}`)
  return { text: run, isRun: true, tokens: pairs, wholes: [] }
}

function wordUnit(word: string): Unit {
  const tokens = word.split(/[:_./#+-]/)
  if (tokens.length === 1) return { text: word, isRun: false, tokens, wholes: [] }
  const whole = tokens.join(JOINT)
  // Versions are asked for with and without their letter.
  const version = /^v(\d.*)$/.exec(whole)?.[1]
  return {
    text: word,
    isRun: false,
    tokens,
    wholes: version === undefined ? [whole] : [whole, version]
  }
}

import { english, type Words } from './en.ts'
import { japanese } from './ja.ts'

const known = new Map<string, Words>()

/**
 * The words of the interface for the language of a site (a BCP 47 tag): Japanese, or else English.
 * Kept, since making the formatters for numbers is dear; a site has one language.
 */
export function wordsFor(language: string): Words {
  const words = known.get(language) ?? (isJapanese(language) ? japanese : english)(language)
  known.set(language, words)
  return words
}

function isJapanese(language: string): boolean {
  return language.toLowerCase().split('-')[0] === 'ja'
}

/** The word for a name that a record gives; undefined for one that there is none for. */
export function wordOf(words: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

/** What stands for a mention of a kind that names nothing a reader could be shown. */
export function missingWords({ missing }: Words, kind: string): string {
  return wordOf(missing, kind) ?? missing.other
}

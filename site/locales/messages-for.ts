import { english, type Messages } from './en.ts'
import { japanese } from './ja.ts'

const known = new Map<string, Messages>()

/**
 * The words of the interface for the language of a site (a BCP 47 tag): Japanese, or else English.
 * Kept, since making the formatters for numbers is dear; a site has one language.
 */
export function messagesFor(language: string): Messages {
  const messages = known.get(language) ?? (isJapanese(language) ? japanese : english)(language)
  known.set(language, messages)
  return messages
}

function isJapanese(language: string): boolean {
  return language.toLowerCase().split('-')[0] === 'ja'
}

/** The word for a name that a record gives; undefined for one that there is none for. */
export function messageOf(words: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

/** What stands for a mention of a kind that names nothing a reader could be shown. */
export function missingMessages({ missing }: Messages, kind: string): string {
  return messageOf(missing, kind) ?? missing.other
}

import { english, type Messages } from './en.ts'
import { japanese } from './ja.ts'

const cache = new Map<string, Messages>()

/**
 * Messages for a site's language (a BCP 47 tag): Japanese, otherwise English. Cached, since
 * creating number formatters is slow.
 */
export function messagesFor(language: string): Messages {
  const messages = cache.get(language) ?? (isJapanese(language) ? japanese : english)(language)
  cache.set(language, messages)
  return messages
}

function isJapanese(language: string): boolean {
  return language.toLowerCase().split('-')[0] === 'ja'
}

/** The message for a name from a record; undefined if there is none. */
export function messageOf(messages: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(messages, name) ? messages[name] : undefined
}

/** Text of a mention whose target cannot be shown. */
export function missingMessage({ missing }: Messages, kind: string): string {
  return messageOf(missing, kind) ?? missing.other
}

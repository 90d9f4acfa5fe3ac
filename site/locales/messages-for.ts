import type { SiteConfig } from '../config/config.ts'
import { english, type Messages } from './en.ts'
import { japanese } from './ja.ts'
import { translated } from './site-messages.ts'

/** Both are cached, since creating number formatters is slow. */
const byLanguage = new Map<string, Messages>()
const bySite = new WeakMap<object, Messages>()

/**
 * Messages for a site's language (a BCP 47 tag): its own texts, and else those in Japanese or in
 * English.
 */
export function messagesFor(config: Pick<SiteConfig, 'language' | 'messages'>): Messages {
  const { language, messages: texts } = config
  const built = byLanguage.get(language) ?? builtIn(language)
  byLanguage.set(language, built)
  if (Object.keys(texts).length === 0) return built
  const own = bySite.get(config) ?? translated(built, { texts, language })
  bySite.set(config, own)
  return own
}

function builtIn(language: string): Messages {
  return (isJapanese(language) ? japanese : english)(language)
}

/** Whether the messages of a language are built in. */
export function isBuiltIn(language: string): boolean {
  return isJapanese(language) || baseOf(language) === 'en'
}

function isJapanese(language: string): boolean {
  return baseOf(language) === 'ja'
}

function baseOf(language: string): string | undefined {
  return language.toLowerCase().split('-')[0]
}

/** The message for a name from a record; undefined if there is none. */
export function messageNamed(messages: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(messages, name) ? messages[name] : undefined
}

/** Text of a mention whose target cannot be shown. */
export function missingMessage({ missing }: Messages, kind: string): string {
  return messageNamed(missing, kind) ?? missing.other
}

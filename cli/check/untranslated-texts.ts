import { isBuiltIn } from '../../site/locales/messages-for.ts'
import { untranslated } from '../../site/locales/site-messages.ts'
import type { SiteConfig } from '../../site/config/config.ts'

/** The keys of the texts of the interface that are in English although the site is in another language. */
export function untranslatedTexts({ language, messages }: SiteConfig): string[] {
  return isBuiltIn(language) ? [] : untranslated(messages)
}

import { isBuiltIn } from '../../site/locales/messages-for.ts'
import { untranslated } from '../../site/locales/site-messages.ts'
import { loadSettings } from '../config/load-settings.ts'

/**
 * The keys of the texts of the interface that are in English although the site is in another language.
 * Throws `ConfigError` if the configuration is not valid.
 */
export async function untranslatedTexts(): Promise<string[]> {
  const { language, messages } = (await loadSettings(process.env)).config
  return isBuiltIn(language) ? [] : untranslated(messages)
}

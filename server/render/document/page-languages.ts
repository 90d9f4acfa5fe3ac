import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { type TranslatedPage, readTranslations } from '../../../db/page/read-translations.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { languageTag } from '../../../site/locales/language-tag.ts'
import type { Translation } from '../../../web/pages/shell/meta-facts.ts'

interface PageLanguages {
  /** BCP 47 tag of the page's text. */
  language: string
  /** The page in all of its languages, itself among them; empty if there is only one. */
  translations: Translation[]
}

/**
 * Reads the language of a page, which is that of the site if the page names no known one, and its
 * translations: one page for each language.
 */
export function readLanguages(mirror: Mirror, pageId: string, config: SiteConfig): PageLanguages {
  const names = config.translations
  const found = names ? readTranslations(mirror, pageId, names) : []
  const languageOf = (page: TranslatedPage | undefined) =>
    languageTag(page?.language ?? '', config.language) ?? config.language
  const byLanguage = new Map<string, Translation>()
  for (const page of found) {
    const language = languageOf(page)
    if (page.id === pageId || !byLanguage.has(language))
      byLanguage.set(language, { ...page, language })
  }
  return {
    language: languageOf(found.find(({ id }) => id === pageId)),
    translations: byLanguage.size > 1 ? [...byLanguage.values()] : []
  }
}

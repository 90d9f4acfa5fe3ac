import { encodePath } from '../../../site/addresses/site-address.ts'
import { languageName } from '../../../site/locales/language-tag.ts'
import { useMessages } from '../../messages.ts'
import type { Translation } from './meta-facts.ts'

/** The languages of a page, each by its own name. */
export function Translations(props: { pageId: string; translations: Translation[] }) {
  const { pageId, translations } = props
  return (
    <nav className="translations" aria-label={useMessages().languages}>
      <ul>
        {translations.map(({ id, path, language }) => (
          <li key={language} lang={language}>
            {id === pageId ? (
              <span aria-current="page">{languageName(language)}</span>
            ) : (
              <a href={encodePath(path)} hrefLang={language}>
                {languageName(language)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

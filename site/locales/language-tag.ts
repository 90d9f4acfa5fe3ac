/** Languages that a page may name instead of a tag. */
const known =
  'ar bg bn ca cs da de el en es et fa fi fil fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh zh-Hans zh-Hant'.split(
    ' '
  )

const tags = new Map<string, Map<string, string>>()

/**
 * The BCP 47 tag of a language by its tag, or by its name in English, in itself or in the language of the
 * site (`Japanese`, `日本語`). Undefined for other texts.
 */
export function languageTag(text: string, siteLanguage: string): string | undefined {
  const given = text.trim().toLowerCase()
  const byName = tags.get(siteLanguage) ?? tagsByName(siteLanguage)
  tags.set(siteLanguage, byName)
  const named = byName.get(given)
  if (named !== undefined) return named
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(given)) return undefined
  const [tag] = Intl.getCanonicalLocales(given)
  return tag
}

function tagsByName(siteLanguage: string): Map<string, string> {
  const names = known.flatMap((tag) =>
    ['en', siteLanguage, tag].map(
      (language) => [languageName(tag, language).toLowerCase(), tag] as const
    )
  )
  return new Map(names)
}

/** The name of a language in a language, by default in itself. Both are BCP 47 tags. */
export function languageName(tag: string, inLanguage = tag): string {
  return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag
}

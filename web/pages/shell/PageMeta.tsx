import type { SiteConfig } from '../../../site/config/config.ts'
import type { PageFacts } from '../../../site/pages/page-facts.ts'
import { encodePath, siteAddress } from '../../../site/addresses/site-address.ts'
import type { MetaFacts } from './meta-facts.ts'
import { PreviewMeta } from './PreviewMeta.tsx'
import { isoTime, structuredData } from './structured-data.ts'

/** Open Graph, Twitter card and JSON-LD of a page. */
export function PageMeta({ facts, config }: { facts: MetaFacts; config: SiteConfig }) {
  const image = `https://${config.domain}${facts.socialImage}`
  const isHome = facts.path === '/'
  const { description } = facts
  return (
    <>
      <PreviewMeta
        {...{ image, config, description }}
        title={facts.title || config.name}
        type={isHome ? 'website' : 'article'}
      />
      {!isHome && <ArticleTimes facts={facts} />}
      <AlternateLinks facts={facts} config={config} />
      <meta name="author" content={facts.author} />
      <DataBlock data={structuredData({ ...facts, socialImage: image }, config)} />
    </>
  )
}

function ArticleTimes({ facts }: { facts: PageFacts }) {
  const [published, modified] = [isoTime(facts.publishedTime), isoTime(facts.lastEditedTime)]
  return (
    <>
      {published && <meta property="article:published_time" content={published} />}
      {modified && <meta property="article:modified_time" content={modified} />}
    </>
  )
}

/** Tells search engines about the page in other languages. */
function AlternateLinks({ facts, config }: { facts: MetaFacts; config: SiteConfig }) {
  const { translations } = facts
  const origin = translations.find(({ language }) => language === config.language)
  const address = (path: string) => siteAddress(config.domain, encodePath(path))
  return (
    <>
      {translations.map(({ language, path }) => (
        <link key={language} rel="alternate" hrefLang={language} href={address(path)} />
      ))}
      {origin && <link rel="alternate" hrefLang="x-default" href={address(origin.path)} />}
    </>
  )
}

/** A JSON-LD element. Browsers do not execute this type, so the CSP need not allow it. */
export function DataBlock({ data }: { data: object }) {
  // Markup characters are escaped, so that no text can end the element or begin another.
  const json = JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

import type { SiteConfig } from '../../../site/config/config.ts'
import type { PageFacts } from '../../../site/pages/page-facts.ts'
import { encodePath, siteAddress } from '../../../site/addresses/site-address.ts'
import type { MetaFacts } from './meta-facts.ts'
import { PreviewMeta } from './PreviewMeta.tsx'
import { isoTime } from './structured-data.ts'

/** Open Graph and Twitter card of a page, its times and translations. */
export function PageMeta({ facts, config }: { facts: MetaFacts; config: SiteConfig }) {
  const isHome = facts.path === '/'
  const { description } = facts
  return (
    <>
      <PreviewMeta
        {...{ config, description }}
        image={socialImageOf(facts, config)}
        title={facts.title || config.name}
        type={isHome ? 'website' : 'article'}
      />
      {!isHome && <ArticleTimes facts={facts} />}
      <AlternateLinks facts={facts} config={config} />
      <meta name="author" content={facts.author} />
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

/** The absolute URL of a page's social image. */
export function socialImageOf({ socialImage }: MetaFacts, { domain }: SiteConfig): string {
  return siteAddress(domain, socialImage)
}

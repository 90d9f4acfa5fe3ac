import type { SiteConfig } from '../../../site/config/config.ts'
import { pageAddress } from '../../../site/pages/page-facts.ts'
import { siteAddress } from '../../../site/addresses/site-address.ts'
import type { ListFacts, MetaFacts } from './meta-facts.ts'

/** Maximum headline length of search engines, in characters. */
const HEADLINE_LENGTH = 110

/** The JSON-LD of a page (schema.org): its type and its breadcrumbs. */
export function structuredData(facts: MetaFacts, config: SiteConfig): object {
  const graph = facts.path === '/' ? [website(config)] : [article(facts, config)]
  return { '@context': 'https://schema.org', '@graph': [...graph, ...trail(facts, config)] }
}

/** The JSON-LD of a list of pages and its breadcrumbs. */
export function listData({ title, description, href, above = [] }: ListFacts, config: SiteConfig) {
  const { domain, name, language } = config
  const url = siteAddress(domain, href)
  const list = { url, name: title, description, inLanguage: language, isPartOf: website(config) }
  const steps = [{ title: name, href: '/' }, ...above, { title, href }].map((step) => ({
    title: step.title,
    url: siteAddress(domain, step.href)
  }))
  const graph = [{ '@type': 'CollectionPage', ...list }, breadcrumbList(steps)]
  return { '@context': 'https://schema.org', '@graph': graph }
}

function website({ domain, name, description, language }: SiteConfig): object {
  const url = pageAddress(domain, '/')
  return { '@type': 'WebSite', '@id': `${url}#site`, url, name, description, inLanguage: language }
}

function article(facts: MetaFacts, config: SiteConfig): object {
  const title = facts.title || config.name
  const images = [facts.socialImage, facts.image?.href].filter((href) => href?.startsWith('https:'))
  return {
    '@type': 'Article',
    '@id': `${facts.url}#article`,
    url: facts.url,
    mainEntityOfPage: facts.url,
    headline: [...title].slice(0, HEADLINE_LENGTH).join(''),
    description: facts.description,
    image: images,
    datePublished: isoTime(facts.publishedTime),
    dateModified: isoTime(Math.max(facts.lastEditedTime, facts.publishedTime)),
    author: { '@type': facts.isAuthorNamed ? 'Person' : 'Organization', name: facts.author },
    publisher: { '@type': 'Organization', name: config.author },
    inLanguage: facts.language,
    isPartOf: website(config)
  }
}

/** The breadcrumbs; none for a page without ancestors. */
function trail({ breadcrumbs, ...page }: MetaFacts, { domain, name }: SiteConfig): object[] {
  if (breadcrumbs.length === 0) return []
  const steps = [...breadcrumbs, page].map(({ title, path }) => ({
    title: title || name,
    url: pageAddress(domain, path)
  }))
  return [breadcrumbList(steps)]
}

function breadcrumbList(steps: { title: string; url: string }[]): object {
  const itemListElement = steps.map(({ title, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: url
  }))
  return { '@type': 'BreadcrumbList', itemListElement }
}

/** A time (UTC milliseconds) in ISO 8601, clamped to the range of `Date`; undefined for 0. */
export function isoTime(time: number): string | undefined {
  if (time === 0) return undefined
  const maximum = 8.64e15
  return new Date(Math.min(maximum, Math.max(-maximum, time))).toISOString()
}

import type { SiteConfig } from '../../../site/config/config.ts'
import { pageAddress } from '../../../site/pages/page-facts.ts'
import { siteAddress } from '../../../site/addresses/site-address.ts'
import type { ListFacts, MetaFacts } from './meta-facts.ts'

/** Search engines take no longer headline. */
const HEADLINE_LENGTH = 110

/** What search engines read of a page, in the words of schema.org: what it is, and the way to it. */
export function structuredData(facts: MetaFacts, config: SiteConfig): object {
  const graph = facts.path === '/' ? [website(config)] : [article(facts, config)]
  return { '@context': 'https://schema.org', '@graph': [...graph, ...trail(facts, config)] }
}

/** What search engines read of a list of pages, and the way to it. */
export function listData({ title, description, href, above = [] }: ListFacts, config: SiteConfig) {
  const { domain, name, language } = config
  const url = siteAddress(domain, href)
  const list = { url, name: title, description, inLanguage: language, isPartOf: website(config) }
  const way = [{ title: name, href: '/' }, ...above, { title, href }].map((step) => ({
    title: step.title,
    url: siteAddress(domain, step.href)
  }))
  const graph = [{ '@type': 'CollectionPage', ...list }, breadcrumbList(way)]
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
    inLanguage: config.language,
    isPartOf: website(config)
  }
}

/** The breadcrumbs; a page without any above it has none. */
function trail({ breadcrumbs, ...page }: MetaFacts, { domain, name }: SiteConfig): object[] {
  if (breadcrumbs.length === 0) return []
  const way = [...breadcrumbs, page].map(({ title, path }) => ({
    title: title || name,
    url: pageAddress(domain, path)
  }))
  return [breadcrumbList(way)]
}

function breadcrumbList(way: { title: string; url: string }[]): object {
  const itemListElement = way.map(({ title, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: url
  }))
  return { '@type': 'BreadcrumbList', itemListElement }
}

/** A time as machines read it; one beyond the calendar is the nearest within, and 0 is none. */
export function isoTime(time: number): string | undefined {
  if (time === 0) return undefined
  const most = 8.64e15
  return new Date(Math.min(most, Math.max(-most, time))).toISOString()
}

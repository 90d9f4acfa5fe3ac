import type { SiteConfig } from '../../site/config.ts'
import { pageAddress } from '../../site/page-facts.ts'
import type { MetaFacts } from './PageMeta.tsx'

/** Search engines take no longer headline. */
const HEADLINE_LENGTH = 110

/** What search engines read of a page, in the words of schema.org: what it is, and the way to it. */
export function structuredData(facts: MetaFacts, config: SiteConfig): object {
  const graph = facts.path === '/' ? [website(config)] : [article(facts, config)]
  return { '@context': 'https://schema.org', '@graph': [...graph, ...trail(facts, config)] }
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
  const itemListElement = [...breadcrumbs, page].map(({ title, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title || name,
    item: pageAddress(domain, path)
  }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/** A time as machines read it; one beyond the calendar is the nearest within. */
export function isoTime(time: number): string {
  const most = 8.64e15
  return new Date(Math.min(most, Math.max(-most, time))).toISOString()
}

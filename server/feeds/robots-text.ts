import type { SiteConfig } from '../../site/config/config.ts'
import { siteAddress } from '../../site/addresses/site-address.ts'

/** Preview pictures of pages. */
const allowed = '/api/social-image'
/** Answers for programs, and sorted or filtered views of rows that are listed elsewhere. */
const disallowed = [
  '/api/',
  '/mirror.db',
  '/_data',
  '/search?',
  '/*?*sort=',
  '/*?*dir=',
  '/*?*q=',
  '/*?*is.',
  '/recent-changes?*from='
]

/**
 * `/robots.txt` (RFC 9309), with rules for the paths of the site. A site that must not be indexed has the
 * same rules: a crawler has to read a page to see its `noindex`.
 */
export function robotsText({ domain, indexable }: SiteConfig, basePath: string): string {
  return [
    'User-agent: *',
    `Allow: ${basePath}${allowed}`,
    ...disallowed.map((rule) => `Disallow: ${basePath}${rule}`),
    ...(indexable ? ['', `Sitemap: ${siteAddress(domain, '/sitemap.xml')}`] : []),
    ''
  ].join('\n')
}

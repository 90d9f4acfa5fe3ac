import type { SiteConfig } from '../../site/config/config.ts'
import { siteAddress } from '../../site/addresses/site-address.ts'

/** The pictures that previews of pages show. */
const open = '/api/social-image'
/** What crawlers find nothing new at: answers for programs, and other orders of the same rows. */
const closed = [
  '/api/',
  '/mirror.db',
  '/search?',
  '/*?*sort=',
  '/*?*dir=',
  '/*?*q=',
  '/*?*is.',
  '/recent-changes?*from='
]

/**
 * `/robots.txt`: where crawlers may go, and where the list of all pages stands. The rules are the same for a site
 * that may not be listed: only who may read a page learns from it that it is `noindex`.
 */
export function robotsText({ domain, indexable }: SiteConfig): string {
  return [
    'User-agent: *',
    `Allow: ${open}`,
    ...closed.map((rule) => `Disallow: ${rule}`),
    ...(indexable ? ['', `Sitemap: ${siteAddress(domain, '/sitemap.xml')}`] : []),
    ''
  ].join('\n')
}

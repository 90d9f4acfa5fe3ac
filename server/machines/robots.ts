import type { SiteConfig } from '../../site/config.ts'
import { siteAddress } from '../../site/site-address.ts'

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

/** `/robots.txt`: where crawlers may go, and where the list of all pages stands. */
export function robotsText({ domain, indexable }: SiteConfig): string {
  const rules = indexable ? closed : ['/']
  return [
    'User-agent: *',
    ...rules.map((rule) => `Disallow: ${rule}`),
    '',
    `Sitemap: ${siteAddress(domain, '/sitemap.xml')}`,
    ''
  ].join('\n')
}

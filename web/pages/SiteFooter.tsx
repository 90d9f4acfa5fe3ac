import type { SiteConfig } from '../../site/config.ts'
import { SafeLink } from '../blocks/SafeLink.tsx'
import { SiteLists } from './SiteLists.tsx'
import { socialLinks } from './social-links.ts'

/** Who writes the site, and where its community meets. */
export function SiteFooter({ config }: { config: SiteConfig }) {
  const links = socialLinks(config.social)
  return (
    <footer className="site-footer">
      <div className="site-footer-inner">
        <p>
          {config.name}, written by {config.author}
        </p>
        <SiteLists />
        {links.length > 0 && (
          <nav aria-label="Community">
            <ul>
              {links.map(({ title, href }) => (
                <li key={title}>{href ? <SafeLink href={href}>{title}</SafeLink> : title}</li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  )
}

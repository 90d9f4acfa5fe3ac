import { OFFLINE_PATH } from '../../../site/addresses/offline-paths.ts'
import { SpoilerChoice } from '../../blocks/spoilers/SpoilerChoice.tsx'
import { SafeLink } from '../../blocks/text/SafeLink.tsx'
import { useMessages } from '../../messages.ts'
import type { Shell } from './shell.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { SiteLists } from './SiteLists.tsx'
import { socialLinks } from './social-links.ts'

/** The site's lists, community links, author and year. */
export function SiteFooter({ config, year }: Pick<Shell, 'config' | 'year'>) {
  const messages = useMessages()
  const links = socialLinks(config.social, messages.communityLinks)
  return (
    <footer className="site-footer" id="site-footer">
      <div className="site-footer-inner">
        <SiteLists />
        {links.length > 0 && (
          <nav aria-label={messages.community}>
            <ul>
              {links.map(({ title, href }) => (
                <li key={`${title} ${href}`}>
                  {href ? <SafeLink href={href}>{title}</SafeLink> : title}
                </li>
              ))}
            </ul>
          </nav>
        )}
        <SpoilerChoice config={config} />
        <Shortcuts hasSearch={config.isSearchEnabled} />
        {config.isOfflineEnabled && <a href={OFFLINE_PATH}>{messages.offline.title}</a>}
        <p>
          {config.name} · © {year} {config.author}
        </p>
      </div>
    </footer>
  )
}

import { messagesFor } from '../../../site/locales/messages-for.ts'
import { MessagesProvider } from '../../../web/messages.ts'
import { SiteTree } from '../../../web/pages/shell/frame/SiteTree.tsx'
import type { PublishedSite } from '../../publication/published-site.ts'
import { siteChapters } from '../../publication/site-index.ts'
import { renderFragment } from '../document/render-document.ts'
import { siteBranch } from '../site-tree.ts'

/** The HTML of what is below a page in the site's tree: a list of links. */
export function renderBranch(site: PublishedSite, page: { id: string; path: string }): string {
  const { config, basePath } = site
  return renderFragment(
    <MessagesProvider value={messagesFor(config)}>
      <SiteTree branch={siteBranch(site, page)} />
    </MessagesProvider>,
    { config, basePath, chapters: siteChapters(site) }
  )
}

import type { SiteConfig } from '../../site/config/config.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { PageProvider } from '../blocks/PageProvider.tsx'
import type { PreparedBlocks } from '../blocks/prepare/prepare-blocks.ts'
import { MessagesProvider } from '../messages.ts'
import { PageBody } from './PageBody.tsx'
import { Cover } from './PageHead.tsx'

interface PageArticleProps {
  page: PageModel
  prepared: PreparedBlocks
  config: SiteConfig
}

/** The cover and content of a page for feeds; code and formulas stay plain text. */
export function PageArticle({ page, prepared, config }: PageArticleProps) {
  const root = prepared.blocks.get(page.id)
  return (
    <MessagesProvider value={messagesFor(config)}>
      <PageProvider {...{ page, prepared, config }} isPlain>
        {/* Only the page's own: the configured default would precede every entry. */}
        {page.cover && <Cover page={page} config={config} format={root?.format} />}
        {root && <PageBody root={root} />}
      </PageProvider>
    </MessagesProvider>
  )
}

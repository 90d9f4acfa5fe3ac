import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { shownTitle } from '../../site/locales/shown-title.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { PageProvider } from '../blocks/PageProvider.tsx'
import { SpoilerBox } from '../blocks/spoilers/Spoiler.tsx'
import type { PreparedBlocks } from '../blocks/prepare/prepare-blocks.ts'
import { unshownPages } from '../blocks/limits/unshown-pages.ts'
import { UsedBy } from '../blocks/rows/UsedBy.tsx'
import type { PageSlots } from '../slots/slots.ts'
import { Document } from './shell/Document.tsx'
import type { Shell } from './shell/shell.ts'
import { PageBody } from './PageBody.tsx'
import { PageFoot } from './PageFoot.tsx'
import { PageHead } from './PageHead.tsx'
import type { MetaFacts } from './shell/meta-facts.ts'
import { PageMeta, socialImageOf } from './shell/PageMeta.tsx'
import { structuredData } from './shell/structured-data.ts'
import { mainClass } from './page-classes.ts'

interface WikiPageProps {
  shell: Shell
  page: PageModel
  /** Its records, reduced to what is shown. */
  prepared: PreparedBlocks
  facts: MetaFacts
  /** The only facts in the head of a withheld page. */
  publicFacts?: MetaFacts | undefined
  /** Leaves code and formulas as plain text. */
  isPlain?: boolean
  /** Components of the site's own. */
  slots?: PageSlots | undefined
}

/** A complete wiki page: everything in its records is in the HTML. */
export function WikiPage(props: WikiPageProps) {
  const { shell, page, prepared, publicFacts, isPlain = false, slots } = props
  const facts = publicFacts ?? props.facts
  const root = prepared.blocks.get(page.id)
  const { config } = shell
  const chapter = shell.spoilers?.get(page.path)
  const isSpoiler = publicFacts !== undefined || chapter !== undefined
  const title = shownTitle(isSpoiler ? facts.title : page.title, messagesFor(config))
  const markdownHref = encodePath(markdownPath(page))
  const content = (
    <>
      <PageHead
        page={page}
        config={config}
        format={root?.format}
        translations={facts.translations}
        markdownHref={markdownHref}
        hosting={shell.hosting}
      />
      {root && <PageBody root={root} />}
      <UsedBy />
    </>
  )
  return (
    <PageProvider
      page={page}
      prepared={prepared}
      config={config}
      spoilers={shell.spoilers}
      hosting={shell.hosting}
      isPlain={isPlain}
      slots={slots}
    >
      <Document
        shell={shell}
        // A home page without a title has the site's name.
        title={facts.title === '' ? config.name : title}
        description={facts.description}
        meta={<PageMeta facts={facts} config={config} />}
        data={structuredData({ ...facts, socialImage: socialImageOf(facts, config) }, config)}
        address={facts.url}
        markdownHref={markdownHref}
        contentLanguage={languageOf(facts)}
        isIndexable={config.indexable && publicFacts === undefined}
        mainClass={mainClass(page, config, root)}
      >
        {chapter === undefined ? (
          content
        ) : (
          <SpoilerBox chapter={chapter} isPage>
            {content}
          </SpoilerBox>
        )}
        <PageFoot page={page} subPages={unshownPages(page, prepared)} />
      </Document>
    </PageProvider>
  )
}

/** The language of a page that has translations; undefined if it is that of the site. */
function languageOf({ pageId, translations }: MetaFacts): string | undefined {
  return translations.find(({ id }) => id === pageId)?.language
}

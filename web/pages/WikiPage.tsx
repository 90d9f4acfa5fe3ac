import type { ReactNode } from 'react'

import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { shownTitle } from '../../site/locales/shown-title.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import type { Messages } from '../../site/locales/en.ts'
import type { PageLinkView, PageModel } from '../../site/pages/page-model.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { PageProvider } from '../blocks/PageProvider.tsx'
import { SpoilerBox } from '../blocks/spoilers/Spoiler.tsx'
import { type Chapters, useChapters } from '../blocks/spoilers/chapters.ts'
import { SpoilerChoice } from '../blocks/spoilers/SpoilerChoice.tsx'
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
  const chapters = useChapters()
  const chapter = chapters.get(page.path)
  const isSpoiler = publicFacts !== undefined || chapter !== undefined
  const messages = messagesFor(config)
  const title = shownTitle(isSpoiler ? facts.title : page.title, messages)
  const breadcrumbs = labelled(facts.breadcrumbs, chapters, messages)
  const markdownHref = encodePath(markdownPath(page))
  const content = (
    <>
      <PageHead
        page={page}
        config={config}
        format={root?.format}
        translations={facts.translations}
        markdownHref={markdownHref}
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
        data={structuredData(
          { ...facts, breadcrumbs, socialImage: socialImageOf(facts, config) },
          config
        )}
        address={facts.url}
        markdownHref={markdownHref}
        contentLanguage={languageOf(facts, config)}
        isIndexable={config.indexable && publicFacts === undefined}
        mainClass={mainClass(page, config, root)}
      >
        {chapter === undefined ? content : <CoveredPage {...{ chapter, config, content }} />}
        <PageFoot page={page} subPages={unshownPages(page, prepared)} />
      </Document>
    </PageProvider>
  )
}

/** A page that is covered as a whole. */
function CoveredPage(props: { chapter: string; config: SiteConfig; content: ReactNode }) {
  const { chapter, config, content } = props
  return (
    <>
      <SpoilerChoice config={config} />
      <SpoilerBox chapter={chapter} isPage>
        {content}
      </SpoilerBox>
    </>
  )
}

/** Links with the labels of the covered pages among them. */
function labelled(
  pages: PageLinkView[],
  chapters: Chapters,
  { spoiler }: Messages
): PageLinkView[] {
  return pages.map((page) => {
    const chapter = chapters.get(page.path)
    return chapter === undefined ? page : { ...page, title: spoiler(chapter) }
  })
}

/** The language of the content, if the page is in several languages or in another one than the site. */
function languageOf({ language, translations }: MetaFacts, config: SiteConfig): string | undefined {
  return translations.length > 0 || language !== config.language ? language : undefined
}

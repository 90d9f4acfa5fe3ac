import type { Block } from 'notion-types'

import { BlockContent } from '../blocks/context/BlockContent.tsx'
import { FullPageCollection } from '../collections/Collection.tsx'
import { Infobox } from '../blocks/rows/Infobox.tsx'
import { joinClasses } from '../blocks/context/join-classes.ts'
import { collectionOf, usePage } from '../blocks/context/page-context.ts'
import { hasContents, PageContents } from './PageContents.tsx'
import { pageStyles } from './page-classes.ts'
import { notion } from '../blocks/vocabulary.ts'

/** The content of a page: the properties of a row, the contents of a long page, and the blocks. */
export function PageBody({ root }: { root: Block }) {
  const context = usePage()
  const { sections } = context.outline
  const isRow = root.parent_table === 'collection'
  const collection = isRow ? collectionOf(context, root.parent_id) : undefined
  const isLong = hasContents(sections)
  return (
    <div
      className={joinClasses(
        `page-body ${notion.page.content}`,
        collection && 'page-body-row',
        isLong && 'page-body-long',
        ...pageStyles(root.format)
      )}
    >
      {collection && <Infobox row={root} collection={collection} />}
      {isLong && <PageContents sections={sections} />}
      <article className={`content ${notion.page.text}`}>
        {root.type === 'collection_view_page' && <FullPageCollection block={root} />}
        <BlockContent block={root} />
      </article>
    </div>
  )
}

import type { Block, Collection } from 'notion-types'

import { FullPageCollection } from '../collections/Collection.tsx'
import { Infobox } from '../blocks/rows/Infobox.tsx'
import { rowProperties, type ShownProperty } from '../blocks/rows/view-properties.ts'
import { joinClasses } from '../blocks/context/join-classes.ts'
import { collectionOf, type PageContext, usePage } from '../blocks/context/page-context.ts'
import { textOf } from '../blocks/context/shown-names.ts'
import { hasContents, PageContents } from './PageContents.tsx'
import { pageStyles } from './page-classes.ts'
import { notion } from '../blocks/vocabulary.ts'

/**
 * The content of a page: the properties of a row, the contents of a long page, and the blocks. The
 * first paragraph of a row precedes its properties, which are beside the text in a wide window.
 */
export function PageBody({ root }: { root: Block }) {
  const context = usePage()
  const { sections } = context.outline
  const collection = collectionOfRow(context, root)
  const properties = collection ? rowProperties(context, collection, root) : []
  const isLong = hasContents(sections)
  const { lead, rest } = splitLead(context, root, properties)
  return (
    <div
      className={joinClasses(
        `page-body ${notion.page.content}`,
        collection && 'page-body-row',
        isLong && 'page-body-long',
        ...pageStyles(root.format)
      )}
    >
      {lead && <div className="content lead">{context.renderBlocks([lead])}</div>}
      {(isLong || properties.length > 0) && (
        <div className="rail">
          {isLong && <PageContents sections={sections} />}
          {properties.length > 0 && <Infobox row={root} properties={properties} />}
        </div>
      )}
      <article className={`content ${notion.page.text}`}>
        {root.type === 'collection_view_page' && <FullPageCollection block={root} />}
        {context.renderBlocks(rest)}
      </article>
    </div>
  )
}

function collectionOfRow(context: PageContext, root: Block): Collection | undefined {
  return root.parent_table === 'collection' ? collectionOf(context, root.parent_id) : undefined
}

/** Letters of a lead: a longer one would push the properties off the screen of a phone. */
const MAX_LEAD = 400

/** The first paragraph of a row with properties, and the other blocks. */
function splitLead(
  context: PageContext,
  root: Block,
  properties: ShownProperty[]
): { lead?: Block; rest: Block[] } {
  const blocks = (root.content ?? []).flatMap((id) => context.blocks.get(id) ?? [])
  const [lead, ...rest] = blocks
  if (properties.length === 0 || lead?.type !== 'text' || lead.content) return { rest: blocks }
  const { length } = textOf(context, lead.properties?.title)
  return length > 0 && length <= MAX_LEAD ? { lead, rest } : { rest: blocks }
}

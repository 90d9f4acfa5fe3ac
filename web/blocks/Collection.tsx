import type { Block, Collection as CollectionRecord, CollectionView } from 'notion-types'

import { collectionIdOf, viewCollectionId } from '../../site/block-references.ts'
import { chosenView } from '../../site/page-query.ts'
import { plainText } from '../../site/rich-text.ts'
import type { Words } from '../../site/words/en.ts'
import { type GroupLevel, deeper } from './collection/GroupSection.tsx'
import type { ShownView } from './collection/row-groups.ts'
import { type ViewPlace, viewPlace } from './collection/view-links.ts'
import { ViewPager } from './collection/ViewPager.tsx'
import { ViewRows } from './collection/ViewRows.tsx'
import { ViewTabs, viewName } from './collection/ViewTabs.tsx'
import { ViewTools } from './collection/ViewTools.tsx'
import { placeId } from './BlockAnchor.tsx'
import { collectionOf, type PageContext, pagePath, usePage, viewOf } from './page-context.ts'
import { Placeholder } from './Placeholder.tsx'
import { RichText } from './RichText.tsx'
import { SafeLink } from './SafeLink.tsx'
import { SectionTitle } from './SectionTitle.tsx'
import { viewProperties } from './view-properties.ts'

/** A database inside a page: its name, links to its views, and the rows of the one that is chosen. */
export function Collection({ block }: { block: Block }) {
  const context = usePage()
  const found = viewsOf(context, block)
  if (!found) return <Placeholder block={block} />

  const { collection } = found.shown
  const name = plainText(collection.name)
  const isNamed = name !== '' && block.format?.hide_linked_collection_name !== true
  const above = 1 + (context.outline.depths.get(block.id) ?? 0)
  return (
    <section
      className="collection"
      id={placeId(context, found.place.anchor)}
      aria-label={name || undefined}
      data-view-status={viewStatus(found.shown, context.words)}
    >
      {isNamed && (
        <SectionTitle block={block} className="collection-name">
          <SafeLink href={pagePath(context, collection.parent_id)}>{name}</SafeLink>
        </SectionTitle>
      )}
      <Views found={found} level={deeper(isNamed ? above + 1 : above)} />
    </section>
  )
}

/** A database that is a page of its own, without its name: that is the page's title. */
export function FullPageCollection({ block }: { block: Block }) {
  const context = usePage()
  const found = viewsOf(context, block)
  if (!found) return <Placeholder block={block} />
  return (
    <section
      className="collection"
      id={placeId(context, found.place.anchor)}
      data-view-status={viewStatus(found.shown, context.words)}
    >
      <Views found={found} level={2} />
    </section>
  )
}

interface FoundViews {
  /** Those a reader can choose from. */
  views: CollectionView[]
  shown: ShownView
  place: ViewPlace
}

function Views({ found, level }: { found: FoundViews; level: GroupLevel }) {
  const { views, shown, place } = found
  const { collection, view, page } = shown
  const type: string = view.type
  // The type of notion-types does not know the field.
  const { description } = collection as { description?: unknown }
  return (
    <>
      {Array.isArray(description) && description.length > 0 && (
        <p className="collection-description">
          <RichText value={description} />
        </p>
      )}
      <ViewTabs views={views} place={place} name={plainText(collection.name)} />
      {(type === 'table' || type === 'list') && (
        <ViewTools
          {...{ collection, page, place }}
          properties={viewProperties(collection, view)}
          canSort={type === 'list'}
        />
      )}
      <ViewRows shown={shown} place={place} level={level} />
      <ViewPager page={page} place={place} />
    </>
  )
}

/** What is told when the rows were changed in place. */
function viewStatus({ view, page }: ShownView, words: Words): string {
  const { total, whole, from, perPage, length } = page
  const first = length > perPage ? from + 1 : undefined
  return words.viewStatus(viewName(view, words), { total, whole, from: first })
}

function viewsOf(context: PageContext, block: Block): FoundViews | undefined {
  const ids: unknown = 'view_ids' in block ? block.view_ids : undefined
  const listed = (Array.isArray(ids) ? ids : []).flatMap((id): ViewOfBlock[] => {
    const view = viewOf(context, String(id))
    const collectionId = view && (viewCollectionId(view) ?? collectionIdOf(block))
    const collection = collectionId ? collectionOf(context, collectionId) : undefined
    return view && collection && view.alive !== false ? [{ view, collection }] : []
  })
  const { query, views: pages } = context.page
  const viewIds = listed.map(({ view }) => view.id)
  const chosen = chosenView(viewIds, query)
  const hasPage = ({ view }: ViewOfBlock) => pages[view.id] !== undefined
  const shown =
    listed.find(({ view }) => view.id === chosen && pages[chosen]) ?? listed.find(hasPage)
  const page = shown && pages[shown.view.id]
  if (!shown || !page) return undefined
  return {
    views: listed.map(({ view }) => view),
    shown: { ...shown, page },
    place: viewPlace(context, { block, viewIds, viewId: shown.view.id })
  }
}

/** A view with the collection it shows: the views of one block may show several. */
interface ViewOfBlock {
  view: CollectionView
  collection: CollectionRecord
}

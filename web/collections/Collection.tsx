import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { viewRowsPath } from '../../site/pages/view-rows.ts'
import { widgetIds } from '../../site/notion/collections/dashboard.ts'
import { isFormView } from '../../site/notion/collections/form-view.ts'
import { isTitleHidden } from '../../site/notion/collections/hidden-title.ts'
import type { Messages } from '../../site/locales/en.ts'
import { DashboardView } from './DashboardView.tsx'
import { FormView } from './layouts/FormView.tsx'
import { type GroupLevel, deeper } from './GroupSection.tsx'
import type { ShownView } from './row-groups.ts'
import { type ViewPlace, viewHref } from './view-place.ts'
import { ViewPager } from './ViewPager.tsx'
import { ViewRows } from './ViewRows.tsx'
import { ViewTabs, viewName } from './ViewTabs.tsx'
import { ViewTools } from './ViewTools.tsx'
import { type FoundViews, viewsOfBlock } from './views-of-block.ts'
import { BlockAnchor, placeId } from '../blocks/layout/BlockAnchor.tsx'
import { BlockContent } from '../blocks/context/BlockContent.tsx'
import { RowsNote } from '../blocks/limits/TruncationNote.tsx'
import { splitContent } from '../blocks/context/extra-text.ts'
import { type PageContext, pagePath, usePage } from '../blocks/context/page-context.ts'
import { Placeholder } from '../blocks/Placeholder.tsx'
import { RichText } from '../blocks/text/RichText.tsx'
import { SafeLink } from '../blocks/text/SafeLink.tsx'
import { SectionTitle } from '../blocks/layout/SectionTitle.tsx'
import { shownChapter } from '../blocks/spoilers/covered-blocks.ts'
import { SpoilerBox } from '../blocks/spoilers/Spoiler.tsx'
import { viewProperties } from '../blocks/rows/view-properties.ts'
import { notion } from '../blocks/vocabulary.ts'
import { slotted } from '../slots/Slot.tsx'
import type { SlotProps } from '../slots/slots.ts'

const box = `collection ${notion.collection.box}`
const title = `collection-name ${notion.collection.title}`

/** A database in a page: its name, links to its views, and the rows of the selected view. */
export function Collection({ block }: { block: Block }) {
  const context = usePage()
  const found = viewsOfBlock(context, block)
  if (!found) return <MissingCollection block={block} />

  const { collection, view } = found
  const name = shortLabel(plainText(collection.name))
  const isNamed = name !== '' && !isTitleHidden(block, view)
  const above = 1 + (context.outline.depths.get(block.id) ?? 0)
  const own = (
    <section
      className={box}
      id={placeId(context, found.place.anchor)}
      aria-label={name || undefined}
      data-view-status={viewStatus(found, context.messages)}
      {...rowsInFolder(found, context)}
    >
      {isNamed && (
        <SectionTitle block={block} className={title}>
          <SafeLink href={pagePath(context, collection.parent_id)}>{name}</SafeLink>
        </SectionTitle>
      )}
      <BlockContent block={block} />
      <Views {...{ block, found }} level={deeper(isNamed ? above + 1 : above)} />
    </section>
  )
  const shown = slottedCollection(context, block, own)
  const chapter = shownChapter(context, block, [collection.id])
  return chapter === undefined ? shown : <SpoilerBox chapter={chapter}>{shown}</SpoilerBox>
}

function slottedCollection(context: PageContext, block: Block, own: ReactNode): ReactNode {
  // Only blocks of these two types get here.
  const props = { block: block as SlotProps['Collection']['block'], className: box }
  return slotted(context, { name: 'Collection', props, own })
}

/** Shown for a missing collection; without its extra text, which placeholders show. */
function MissingCollection({ block }: { block: Block }) {
  const content = splitContent(usePage(), block).content.map(({ id }) => id)
  return (
    <>
      <BlockAnchor id={block.id} />
      <Placeholder block={{ ...block, content }} />
    </>
  )
}

/** A database that is a page of its own. Its name is the page's title, so it is not repeated. */
export function FullPageCollection({ block }: { block: Block }) {
  const context = usePage()
  const found = viewsOfBlock(context, block)
  if (!found) return <Placeholder block={block} />
  const own = (
    <section
      className={box}
      id={placeId(context, found.place.anchor)}
      data-view-status={viewStatus(found, context.messages)}
      {...rowsInFolder(found, context)}
    >
      <Views {...{ block, found }} level={2} />
    </section>
  )
  return slottedCollection(context, block, own)
}

function Views(props: { block: Block; found: FoundViews; level: GroupLevel }) {
  const { block, found, level } = props
  const { views, collection, view, page, place } = found
  // notion-types lacks the field.
  const { description } = collection as { description?: unknown }
  return (
    <>
      {Array.isArray(description) && description.length > 0 && (
        <p className="collection-description">
          <RichText value={description} />
        </p>
      )}
      <ViewTabs views={views} place={place} name={shortLabel(plainText(collection.name))} />
      {widgetIds(view).length > 0 ? (
        <DashboardView {...{ block, found, level }} />
      ) : page ? (
        <ShownRows shown={{ collection, view, page }} place={place} level={level} />
      ) : (
        <RowsNote href={viewHref(place, { from: 0 })} />
      )}
    </>
  )
}

function ShownRows(props: { shown: ShownView; place: ViewPlace; level: GroupLevel }) {
  const { shown, place, level } = props
  const { collection, view, page } = shown
  const type: string = view.type
  if (isFormView(view)) return <FormView view={view} place={place} />
  return (
    <>
      {(type === 'table' || type === 'list') && place.sorter !== 'none' && (
        <ViewTools {...{ collection, page, place }} properties={viewProperties(collection, view)} />
      )}
      <ViewRows shown={shown} place={place} level={level} />
      <ViewPager page={page} place={place} />
    </>
  )
}

/** What `web/islands/collections/folder/` needs to sort and filter the rows. */
function rowsInFolder({ view, page, place }: FoundViews, context: PageContext) {
  if (!page || place.sorter !== 'browser') return undefined
  const { words } = place
  const name = words.size === 1 ? undefined : words.get(view.id)?.view
  return { 'data-rows': viewRowsPath(context.page.id, view.id, page), 'data-view': name }
}

/** The text announced to screen readers after the rows were replaced in place. */
function viewStatus({ view, page }: FoundViews, messages: Messages): string {
  if (!page || isFormView(view) || widgetIds(view).length > 0) return viewName(view, messages)
  const { total, whole, from, perPage, length } = page
  const first = length > perPage ? from + 1 : undefined
  return messages.viewStatus(viewName(view, messages), { total, whole, from: first })
}

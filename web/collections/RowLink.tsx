import type { Block, CollectionView } from 'notion-types'
import type { ReactNode } from 'react'

import { PathLink, renderLinkToPage, titleText } from '../blocks/media/PageLink.tsx'
import { collectionOf, type PageContext, usePage } from '../blocks/context/page-context.ts'
import { pageTitle } from '../blocks/context/shown-names.ts'
import { notion } from '../blocks/vocabulary.ts'
import { slotted, valueProps } from '../slots/Slot.tsx'

/** The title of a row as a link to its page, with its icon unless the view hides icons. */
export function RowLink(props: { row: Block; view: CollectionView; className?: string }) {
  const { row, view, className } = props
  return renderRowLink(row, view, { context: usePage(), className })
}

export function renderRowLink(
  row: Block,
  view: CollectionView,
  {
    context,
    className = notion.link.title
  }: { context: PageContext; className?: string | undefined }
): ReactNode {
  const { show_page_icon: showsIcon }: { show_page_icon?: unknown } = view.format ?? {}
  const link =
    showsIcon === false ? (
      <PathLink pageId={row.id} className={className}>
        <span className={titleText}>{pageTitle(context, row.id)}</span>
      </PathLink>
    ) : (
      renderLinkToPage(row.id, context, className)
    )
  return context.slots?.has('propertyTitleValue') ? slottedTitle(context, row, link) : link
}

function slottedTitle(context: PageContext, row: Block, own: ReactNode): ReactNode {
  const schema = collectionOf(context, row.parent_id)?.schema['title'] ?? titleSchema
  const value = { row, id: 'title', schema, value: row.properties?.title }
  const props = { ...valueProps(context, value), linkToTitlePage: true }
  return slotted(context, { name: 'propertyTitleValue', props, own })
}

const titleSchema = { type: 'title', name: '' }

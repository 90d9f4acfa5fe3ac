import type { BlockContent, PhrasingContent } from 'mdast'
import type { Block, CollectionView, FormattedDate } from 'notion-types'

import { type Group, readViewGroups } from '../../db/collections/read-view-groups.ts'
import { collectionIdOf } from '../../site/notion/blocks/block-references.ts'
import {
  formAddress,
  formBlockId,
  formDescription,
  isFormView
} from '../../site/notion/collections/form-view.ts'
import { shownCollectionId, widgetIds } from '../../site/notion/collections/dashboard.ts'
import { isTitleHidden } from '../../site/notion/collections/hidden-title.ts'
import {
  type GroupValue,
  bareValue,
  groupRule,
  subgroupRule
} from '../../site/notion/collections/view-group.ts'
import { isFields } from '../../site/notion/is-fields.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import { placeholderText } from '../../site/notion/text/mentions.ts'
import { type BlockScope, type BlockWriter, lineOf } from './block-scope.ts'
import { titleText } from './page-link.ts'
import { htmlComment } from './text/html.ts'
import { linked, paragraph, table } from './text/markdown-text.ts'
import { phrasing } from './text/phrasing.ts'

interface ShownView {
  id: string
  view: CollectionView
  collectionId: string
}

/**
 * The views of a database: the titles of the rows in the view's order, by group. The values are in
 * the files of the collection only, so that an edit of a row does not change the pages that list
 * it.
 */
export const collectionViews: BlockWriter = (block, scope) => {
  const views = viewsOf(block, scope)
  const first = views[0]
  if (!first) return [htmlComment(`${block.type} ${block.id}: its views are not in the mirror`)]
  // The blocks of a full-page database are written with the page.
  const isFullPage = block.type === 'collection_view_page'
  return [
    ...(isFullPage || !isTitleHidden(block, first.view)
      ? strong(collectionLink(first.collectionId, scope))
      : []),
    ...paragraph(phrasing(scope.descriptionOf(first.collectionId), scope)),
    ...views.flatMap((shown) => shownMarkdown(shown, block, scope)),
    ...(isFullPage ? [] : scope.content(block))
  ]
}

function viewsOf(block: Block, scope: BlockScope): ShownView[] {
  const ids: unknown = 'view_ids' in block ? block.view_ids : undefined
  return (Array.isArray(ids) ? ids : []).flatMap((id) =>
    viewWithCollection(String(id), block, scope)
  )
}

function viewWithCollection(id: string, block: Block, scope: BlockScope): ShownView[] {
  const view = scope.viewOf(id)
  if (!view) return []
  const collectionId = shownCollectionId(view, collectionIdOf(block), scope.viewOf)
  const isKnown =
    collectionId !== undefined && scope.publication.collectionNameOf(collectionId) !== undefined
  return isKnown ? [{ id, view, collectionId }] : []
}

/** A dashboard is its name and the views of its widgets. */
function shownMarkdown(shown: ShownView, block: Block, scope: BlockScope): BlockContent[] {
  const { view } = shown
  if (isFormView(view)) return formMarkdown(view, block, scope)
  const widgets = widgetIds(view)
    .flatMap((id) => viewWithCollection(id, block, scope))
    .filter((widget) => widgetIds(widget.view).length === 0)
  return [
    ...viewMarkdown(shown, scope),
    ...widgets.flatMap((widget) => shownMarkdown(widget, block, scope))
  ]
}

function strong(children: PhrasingContent[]): BlockContent[] {
  return paragraph([{ type: 'strong', children }])
}

function collectionLink(collectionId: string, scope: BlockScope): PhrasingContent[] {
  const { collectionNameOf, linkTargets } = scope.publication
  const name = titleText(collectionNameOf(collectionId) ?? '')
  const target = linkTargets.collection(collectionId, scope.file)
  return linked(target && linkTargets.destination(target), name)
}

function viewMarkdown(shown: ShownView, scope: BlockScope): BlockContent[] {
  const { view, collectionId } = shown
  const properties = scope.publication.propertiesOf(collectionId)
  const head = titleText(properties.find(({ type }) => type === 'title')?.name ?? 'Name')
  const groups = readViewGroups(scope.publication.mirror, shown.id)
  const tables = groups
    .filter(({ isHidden, rowIds }) => !isHidden && rowIds.length > 0)
    .flatMap((group) => {
      const rows = group.rowIds.map((id) => [rowLink(id, scope)])
      return [...groupName(group, shown, scope), table([[linked(undefined, head)], ...rows])]
    })
  const name = titleText(view.name?.trim() || `${view.type} view`)
  return [...paragraph([{ type: 'emphasis', children: linked(undefined, name) }]), ...tables]
}

/** A link to the form in Notion; its responses are not written. */
function formMarkdown(view: CollectionView, block: Block, scope: BlockScope): BlockContent[] {
  const form = scope.blocks.get(formBlockId(view) ?? '')
  const title = (form && lineOf(form, scope)) || view.name?.trim() || 'Form view'
  return [
    ...paragraph(phrasing(formDescription(form), scope)),
    ...paragraph(linked(formAddress(view, block.id), titleText(title)))
  ]
}

function rowLink(id: string, scope: BlockScope): PhrasingContent[] {
  return linked(scope.pageLink(id), titleText(scope.nameOf(id) ?? ''))
}

/** `Group` or `Group / Subgroup`; empty for a view without groups. */
function groupName(
  group: Group,
  { view, collectionId }: ShownView,
  scope: BlockScope
): BlockContent[] {
  const properties = scope.publication.propertiesOf(collectionId)
  const nameOfProperty = (rule: Record<string, unknown> | undefined) =>
    properties.find(({ id }) => id === rule?.['property'])?.name
  const names = [
    group.value && label(group.value, nameOfProperty(groupRule(view)), scope),
    group.subgroup && label(group.subgroup, nameOfProperty(subgroupRule(view)), scope)
  ].filter((name) => name !== null)
  return names.length === 0 ? [] : strong(linked(undefined, names.map(titleText).join(' / ')))
}

function label(group: GroupValue, property: string | undefined, scope: BlockScope): string {
  const { type, value } = group
  if (value === undefined || value === null) return property ? `No ${property}` : 'Other'
  const written = groupText(value).replaceAll(/\s+/g, ' ').trim()
  const missing = missingNames.get(type)
  return missing === undefined ? written : (scope.nameOf(written) ?? missing)
}

/** Names of the people and pages that the mirror lacks, by the types whose groups have ids. */
const missingNames = new Map([
  ...['person', 'created_by', 'last_edited_by'].map(
    (type) => [type, placeholderText('u')] as const
  ),
  ['relation', placeholderText('p')] as const
])

function groupText(value: unknown): string {
  const bare = bareValue(value)
  if (bare === true) return 'Yes'
  if (bare === false) return 'No'
  return isFields(bare) ? rangeText(bare as Partial<FormattedDate>) : String(bare ?? 'Other')
}

/** The first and the last day; one of them may be missing. */
function rangeText({ start_date, end_date, ...range }: Partial<FormattedDate>): string {
  const days = start_date ? { start_date, end_date } : { start_date: end_date }
  return plainText([['‣', [['d', { ...range, ...days } as FormattedDate]]]])
}

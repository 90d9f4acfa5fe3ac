import type { Block } from 'notion-types'
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'

import { embedTypes } from '../../site/notion/blocks/block-types.ts'
import { BlockAnchor } from './layout/BlockAnchor.tsx'
import { BlockContent } from './context/BlockContent.tsx'
import { Bookmark } from './media/Bookmark.tsx'
import { BreadcrumbBlock } from './layout/BreadcrumbBlock.tsx'
import { Button } from './layout/Button.tsx'
import { Code } from './text/Code.tsx'
import { Collection } from '../collections/Collection.tsx'
import { Column, ColumnList } from './layout/Columns.tsx'
import { Embed } from './media/Embed.tsx'
import { BlockEquation } from './text/BlockEquation.tsx'
import { FileCard } from './media/FileCard.tsx'
import { groupLists } from './layout/group-lists.ts'
import { Heading } from './layout/Heading.tsx'
import { Image } from './media/Image.tsx'
import { TruncationNote } from './limits/TruncationNote.tsx'
import { NOTE_TYPE } from './limits/truncation-notes.ts'
import { MediaCard } from './media/MediaCard.tsx'
import { List } from './layout/List.tsx'
import { ExtraText } from './prepare/ExtraText.tsx'
import { EXTRA_TEXT_TYPE } from './context/extra-text.ts'
import { AliasLink, PageLink } from './media/PageLink.tsx'
import { headingLevel } from './context/page-outline.ts'
import { Placeholder } from './Placeholder.tsx'
import { Player } from './media/Player.tsx'
import { SimpleTable } from './layout/SimpleTable.tsx'
import { TableOfContents } from './layout/TableOfContents.tsx'
import { Tabs } from './layout/Tabs.tsx'
import { Callout, MeetingNotes, Paragraph, Quote, Toggle } from './layout/TextBlocks.tsx'
import { SpoilerBox } from './spoilers/Spoiler.tsx'
import { notion } from './vocabulary.ts'

type BlockComponent = ComponentType<{ block: Block }>

const cards = [
  ...['audio', 'video'].map(renderedBy(Player)),
  ...['file', 'pdf'].map(renderedBy(FileCard)),
  ...['bookmark'].map(renderedBy(Bookmark)),
  ...['external_object_instance', 'link_preview', 'tweet'].map(renderedBy(MediaCard)),
  ...embedTypes.map(renderedBy(Embed))
]

function renderedBy(component: BlockComponent) {
  return (type: string): [string, BlockComponent] => [type, component]
}

/** The component of each block type. */
const blockComponents = new Map<string, BlockComponent>([
  ['text', Paragraph],
  ['quote', Quote],
  ['callout', Callout],
  ['transcription', MeetingNotes],
  ['meeting_notes', MeetingNotes],
  ['toggle', Toggle],
  ['tab', Tabs],
  ['header', Heading],
  ['sub_header', Heading],
  ['sub_sub_header', Heading],
  ['header_4', Heading],
  ['divider', () => <hr className={notion.divider.box} />],
  ['column_list', ColumnList],
  ['column', Column],
  ['transclusion_container', BlockContent],
  ['page', PageLink],
  ['collection_view_page', PageLink],
  ['alias', AliasLink],
  ['collection_view', Collection],
  ['image', Image],
  ['code', Code],
  ['equation', BlockEquation],
  ['table', SimpleTable],
  ['table_of_contents', TableOfContents],
  [NOTE_TYPE, TruncationNote],
  [EXTRA_TEXT_TYPE, ExtraText],
  ['breadcrumb', BreadcrumbBlock],
  ['button', Button],
  ['factory', Button],
  ...cards
])

/** Types whose components render the block's own text, but not its children. */
const leaves = new Set([
  'alias',
  'breadcrumb',
  'button',
  'code',
  'divider',
  'equation',
  'table_of_contents'
])

/**
 * Renders consecutive blocks, each with the component of its type. `coverOf` returns the chapter of a
 * block that shows a covered original.
 */
export function renderBlocks(
  blocks: Block[],
  linkedBlocks: ReadonlySet<string>,
  coverOf?: (block: Block) => string | undefined
): ReactNode {
  return groupLists(blocks).map(({ block, items }) => {
    if (items) return <List key={block.id} items={items} />
    const component = blockComponents.get(block.type) ?? Placeholder
    const chapter = coverOf?.(block)
    if (chapter !== undefined) {
      return (
        <SpoilerBox key={block.id} chapter={chapter}>
          {createElement(component, { block })}
        </SpoilerBox>
      )
    }
    const isLinked = linkedBlocks.has(block.id)
    const hasNested = block.content && leaves.has(block.type)
    if (!isLinked && !hasNested) return createElement(component, { key: block.id, block })
    return (
      <Fragment key={block.id}>
        {isLinked && !hasOwnAnchor(block) && <BlockAnchor id={block.id} />}
        {createElement(component, { block })}
        {hasNested && <Nested block={block} />}
      </Fragment>
    )
  })
}

/** Children of a block type that has none in Notion. A record may list some all the same. */
function Nested({ block }: { block: Block }) {
  return (
    <div className={`indent ${notion.text.children}`}>
      <BlockContent block={block} />
    </div>
  )
}

/** Headings and collections set their own anchor: the table of contents and view tabs link to it. */
function hasOwnAnchor(block: Block): boolean {
  return headingLevel(block) !== undefined || block.type === 'collection_view'
}

import type { Block } from 'notion-types'
import { type ComponentType, createElement, type ReactNode } from 'react'

import { BlockContent } from './BlockContent.tsx'
import { BlockEquation, Code } from './Code.tsx'
import { Collection } from './Collection.tsx'
import { Column, ColumnList } from './Columns.tsx'
import { NOTE_TYPE } from './cut-notes.ts'
import { CutNote } from './CutNote.tsx'
import { groupLists } from './group-lists.ts'
import { Heading } from './Heading.tsx'
import { Image } from './Image.tsx'
import { LinkCard } from './LinkCard.tsx'
import { List } from './List.tsx'
import { AliasLink, PageLink } from './PageLink.tsx'
import { Placeholder } from './Placeholder.tsx'
import { SimpleTable } from './SimpleTable.tsx'
import { TableOfContents } from './TableOfContents.tsx'
import { Callout, Paragraph, Quote, Tabs, Toggle, ToDo } from './TextBlocks.tsx'

type BlockComponent = ComponentType<{ block: Block }>

/** Which component draws which type of block. What plays, embeds or downloads becomes a card with a link. */
const blockComponents = new Map<string, BlockComponent>([
  ['text', Paragraph],
  ['quote', Quote],
  ['callout', Callout],
  ['toggle', Toggle],
  ['to_do', ToDo],
  ['tab', Tabs],
  ['header', Heading],
  ['sub_header', Heading],
  ['sub_sub_header', Heading],
  ['header_4', Heading],
  ['divider', () => <hr />],
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
  [NOTE_TYPE, CutNote],
  // The page's own breadcrumbs already stand above its title.
  ['breadcrumb', () => null],
  ...[
    'audio',
    'bookmark',
    'codepen',
    'drive',
    'embed',
    'excalidraw',
    'external_object_instance',
    'figma',
    'file',
    'gist',
    'link_preview',
    'maps',
    'miro',
    'pdf',
    'replit',
    'tweet',
    'typeform',
    'video'
  ].map((type): [string, BlockComponent] => [type, LinkCard])
])

/** Draws blocks that follow each other, each with the component for its type. */
export function drawBlocks(blocks: Block[]): ReactNode {
  return groupLists(blocks).map(({ block, items }) => {
    if (items) return <List key={block.id} items={items} />
    const component = blockComponents.get(block.type) ?? Placeholder
    return createElement(component, { key: block.id, block })
  })
}

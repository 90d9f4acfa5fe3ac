import { type Hash, createHash } from 'node:crypto'

import type { Block } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import { headingAnchors } from '../../site/addresses/heading-anchors.ts'
import type { NameOf } from '../../site/notion/text/mentions.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { blockText } from './block-text.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type PlacedBlock, containedBlocks, inOrder } from './page-tree.ts'

/** What stands on one page. */
export interface PageContent {
  /** The page's text, block by block, one line each. */
  text: string
  /**
   * sha256 over the records of the blocks it holds, in reading order, over its views with their
   * groups and rows, and over the sub-pages that it names.
   */
  digest: string
  sections: TextSection[]
}

/** A stretch of a page's text, from a heading to the next. */
export interface TextSection {
  /** The heading's words; empty for what stands above the first. */
  heading: string
  /** The heading's id in the page; null above the first, and for a heading without a readable one. */
  anchor: string | null
  text: string
}

interface HeldBlock extends PlacedBlock {
  title: string
  page_icon: string | null
  /** JSON list of collection view ids. */
  view_ids: string | null
  raw: string
}

/** A function that reads what stands on any page, once `assignOwners` has run. */
export function pageContentReader(
  mirror: Mirror,
  names: Pick<Map<string, string>, 'get'>
): (pageId: string) => PageContent {
  const columns = ['id', 'type', 'content', 'title', 'page_icon', 'view_ids', 'raw']
  const select = columns.map((column) => `block.${column}`).join()
  const readBlocks = mirror.$client.prepare<[string, string], HeldBlock>(containedBlocks(select))
  const digestView = viewDigester(mirror)
  const nameOf = (id: string) => names.get(id)
  const readSwitches = mirror.$client
    .prepare<[string], string>(
      `select property_id from property_value where page_id = ? and type = 'checkbox'`
    )
    .pluck()

  return (pageId) => {
    const ordered = inOrder(readBlocks.all(pageId, pageId), pageId)
    const hash = createHash('sha256')
    for (const block of ordered) {
      const isNamedOnly = isPage(block) && block.id !== pageId
      const { id, title, page_icon: icon } = block
      hash.update(isNamedOnly ? JSON.stringify([id, title, icon]) : block.raw).update('\n')
      for (const viewId of isNamedOnly ? [] : viewIds(block)) digestView(hash, viewId)
    }
    const written = writtenBlocks(ordered, nameOf)
    return {
      text: textOf(written),
      digest: hash.digest('hex'),
      sections: textSections(
        written.map((each) =>
          isPage(each.block) ? withoutSwitches(each, readSwitches.all(pageId), nameOf) : each
        )
      )
    }
  }
}

function viewIds(block: HeldBlock): string[] {
  return block.view_ids === null ? [] : (JSON.parse(block.view_ids) as string[])
}

/** Adds a view to a digest: its record and collection, its form, its groups, and the records of its rows. */
function viewDigester(mirror: Mirror): (hash: Hash, viewId: string) => void {
  const statements = [
    `select collection_view.raw, collection.raw
       from collection_view join collection on collection.id = collection_id
      where collection_view.id = ?`,
    `select form.raw from collection_view
       cross join block as form on form.id = collection_view.raw ->> '$.format.form_block_pointer.id'
      where collection_view.id = ?`,
    `select position, value, subgroup, is_hidden, total
       from collection_view_group where view_id = ? order by position`,
    `select group_position, row.block_id, block.raw
       from collection_view_row as row join block on block.id = row.block_id
      where view_id = ? order by group_position, position`
  ].map((sql) => mirror.$client.prepare<[string], unknown[]>(sql).raw())

  return (hash, viewId) => {
    for (const statement of statements) {
      for (const row of statement.iterate(viewId)) hash.update(JSON.stringify(row)).update('\n')
    }
  }
}

interface WrittenBlock {
  block: Block
  text: string
}

/** What is written in the blocks of a page, the page's own values last. */
function writtenBlocks(
  ordered: HeldBlock[],
  nameOf: (id: string) => string | undefined
): WrittenBlock[] {
  const [page, ...others] = ordered
  const blocks = others.filter((item) => !isPage(item)).map((item) => JSON.parse(item.raw) as Block)
  // A row's values come last: what is written on the page says more about it.
  if (page) blocks.push(withoutTitle(JSON.parse(page.raw) as Block))
  return blocks.map((block) => ({ block, text: blockText(block, nameOf) }))
}

function textOf(written: WrittenBlock[]): string {
  return written
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n')
}

const headingTypes = new Set(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/** The page's text by its headings; a row's values belong to what stands above the first. */
function textSections(written: WrittenBlock[]): TextSection[] {
  const headings = written.map(({ block }) => block).filter(({ type }) => headingTypes.has(type))
  const anchors = headingAnchors(headings)
  const lead = { heading: '', anchor: null, lines: [] as string[] }
  const sections: { heading: string; anchor: string | null; lines: string[] }[] = [lead]
  for (const { block, text } of written) {
    if (headingTypes.has(block.type)) {
      sections.push({
        heading: text,
        anchor: anchors.get(block.id)?.id ?? undashId(block.id),
        lines: []
      })
    } else {
      const section = isPage(block) ? lead : sections.at(-1)
      if (text) section?.lines.push(text)
    }
  }
  return sections.map(({ heading, anchor, lines }) => ({ heading, anchor, text: lines.join('\n') }))
}

/** Nobody looks for the `Yes` of a checkbox, which is `Yes` in every language. */
function withoutSwitches(
  { block, text }: WrittenBlock,
  switches: string[],
  nameOf: NameOf
): WrittenBlock {
  if (switches.length === 0) return { block, text }
  const values = Object.entries(block.properties ?? {}).filter(([id]) => !switches.includes(id))
  const words = { ...block, properties: Object.fromEntries(values) } as Block
  return { block, text: blockText(words, nameOf) }
}

function withoutTitle(page: Block): Block {
  return { ...page, properties: { ...page.properties, title: undefined } }
}

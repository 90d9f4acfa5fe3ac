import type { MirrorRecords, RawBlock } from './mirror-records.ts'
import { type Words, richTextWords } from './rich-text-words.ts'

/** Properties of blocks that hold words, in the order in which they are read. */
const spoken = ['title', 'description', 'caption']

/** What has to be read of one block on its page, without what it holds. */
export function blockWords(records: MirrorRecords, block: RawBlock): Words[] {
  const { nameOf } = records
  switch (block.type) {
    case 'table_row':
      return cells(records, block).flatMap((cell) => richTextWords(cell, nameOf))
    case 'page':
    case 'collection_view_page':
      return plain(nameOf(block.id))
    case 'alias':
      return plain(nameOf(pointerOf(block, 'alias_pointer') ?? ''))
    case 'external_object_instance':
    case 'link_preview':
      return plain(nameOf(block.id))
    case 'collection_view':
      return plain(records.collectionName(block))
    case 'image':
      // Its title is the name of the file, which no reader needs.
      return richTextWords(block.properties?.['caption'], nameOf)
    case 'drive':
      return plain((block.format?.['drive_properties'] as { title?: string } | undefined)?.title)
    default:
      return spoken.flatMap((name) => richTextWords(block.properties?.[name], nameOf))
  }
}

function cells(records: MirrorRecords, row: RawBlock): unknown[] {
  const table = records.blocks.get(row.parent_id)
  const order = table?.format?.['table_block_column_order']
  const texts = row.properties ?? {}
  return Array.isArray(order) ? order.map((column) => texts[String(column)]) : Object.values(texts)
}

function pointerOf(block: RawBlock, name: string): string | undefined {
  return (block.format?.[name] as { id?: string } | undefined)?.id
}

function plain(text: string | undefined): Words[] {
  return text ? [{ text, marks: [] }] : []
}

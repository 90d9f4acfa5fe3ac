import type { MirrorRecords, RawBlock } from './mirror-records.ts'
import { type ExpectedText, expectedTexts } from './expected-texts.ts'

/** Properties of blocks that contain text, in reading order. */
const textProperties = ['title', 'description', 'caption']

/** The text that must be visible for a block on its page, without its children. */
export function blockTexts(records: MirrorRecords, block: RawBlock): ExpectedText[] {
  const { nameOf } = records
  switch (block.type) {
    case 'table_row':
      return cells(records, block).flatMap((cell) => expectedTexts(cell, nameOf))
    case 'page':
    case 'collection_view_page':
      return plain(nameOf(block.id))
    case 'alias':
      return [...plain(nameOf(pointerOf(block, 'alias_pointer') ?? '')), ...texts()]
    case 'external_object_instance':
    case 'link_preview':
      return [...texts('title'), ...plain(nameOf(block.id)), ...texts('description', 'caption')]
    case 'collection_view':
      return [...plain(records.collectionName(block)), ...texts()]
    case 'image':
      // The title is the file name, which is not shown.
      return texts('description', 'caption')
    case 'drive':
      return [...texts('title'), ...plain(driveTitle(block)), ...texts('description', 'caption')]
    default:
      return texts()
  }

  function texts(...names: string[]): ExpectedText[] {
    const read = names.length > 0 ? names : textProperties
    return read.flatMap((name) => expectedTexts(block.properties?.[name], nameOf))
  }
}

function driveTitle(block: RawBlock): string | undefined {
  return (block.format?.['drive_properties'] as { title?: string } | undefined)?.title
}

/** Cells in the table's column order, followed by cells of other columns. */
function cells(records: MirrorRecords, row: RawBlock): unknown[] {
  const table = records.blocks.get(row.parent_id)
  const texts = row.properties ?? {}
  if (table?.type !== 'table') return Object.values(texts)
  const order = table.format?.['table_block_column_order']
  const named = records
    .contentOf(table)
    .filter(({ type }) => type === 'table_row')
    .flatMap(({ properties }) => Object.keys(properties ?? {}))
  const columns = [...(Array.isArray(order) ? order.map(String) : []), ...named]
  return [...new Set(columns)].map((column) => texts[column])
}

function pointerOf(block: RawBlock, name: string): string | undefined {
  return (block.format?.[name] as { id?: string } | undefined)?.id
}

function plain(text: string | undefined): ExpectedText[] {
  return text ? [{ text, marks: [] }] : []
}

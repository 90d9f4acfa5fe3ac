import { ids } from '../notion/blocks/block-references.ts'
import { CELL_COST, type NameOfRecord, blockCost, entryCost } from './html-cost.ts'
import { type TreeBlock, contentOf } from './tree-content.ts'

/** What the blocks of a page cost by their ids, in any unit. */
export interface BlockCosts {
  typeOf: (id: string) => string | undefined
  /** A block wherever it shows, with the names that it mentions. */
  own: (id: string) => number
  /** A heading in a table of contents. */
  entry: (id: string) => number
  /** The cells of one row of a simple table, without their text. */
  cells: (tableId: string) => number
  /** The path to the page, which every breadcrumb shows. */
  breadcrumb: number
}

/** The costs in bytes of HTML, by the records of the blocks. `nameOf` knows the names of other records. */
export function recordCosts(
  blocks: ReadonlyMap<string, TreeBlock>,
  nameOf?: NameOfRecord,
  breadcrumb = 0
): BlockCosts {
  const block = (id: string) => blocks.get(id) ?? {}
  return {
    typeOf: (id) => blocks.get(id)?.type,
    own: (id) => blockCost(block(id), nameOf),
    entry: (id) => entryCost(block(id)),
    cells: (id) => CELL_COST * columnCount(blocks, id),
    breadcrumb
  }
}

/** Columns that the format of a table names, or any of its rows has a text in. */
function columnCount(blocks: ReadonlyMap<string, TreeBlock>, tableId: string): number {
  const rows = contentOf(blocks, tableId).map((id) => blocks.get(id)?.properties)
  const named = rows.flatMap((properties) => Object.keys(properties ?? {}))
  return new Set([...ids(blocks.get(tableId)?.format?.table_block_column_order), ...named]).size
}

const headings = new Set<string | undefined>(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/**
 * Tells what each block adds to a page, asked in reading order. What a block repeats of others counts
 * as soon as both are on the page: a heading in every table of contents, and in the page's own.
 */
export function costCounter(costs: BlockCosts): (id: string) => number {
  const { typeOf, own, entry } = costs
  const listed = new Set<string>()
  let [lists, entries, cells] = [1, 0, 0]
  return (id) => {
    const type = typeOf(id)
    if (type === 'table') cells = costs.cells(id)
    if (type === 'table_row') return own(id) + cells
    if (type === 'breadcrumb') return own(id) + costs.breadcrumb
    if (type === 'table_of_contents') {
      lists++
      return own(id) + entries
    }
    // Contents name a shared heading once.
    if (!headings.has(type) || listed.has(id)) return own(id)
    listed.add(id)
    const cost = entry(id)
    entries += cost
    return own(id) + cost * lists
  }
}

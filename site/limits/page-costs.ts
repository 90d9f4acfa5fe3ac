import { tableColumns } from '../notion/blocks/table-columns.ts'
import { CELL_COST, type NameOfRecord, blockCost, entryCost } from './html-cost.ts'
import { type TreeBlock, contentOf } from './tree-content.ts'

/** Costs of a page's blocks by block id, in any unit. */
export interface BlockCosts {
  typeOf: (id: string) => string | undefined
  /** A block without its children, with the names that it mentions. */
  own: (id: string) => number
  /** A heading's entry in a table of contents. */
  entry: (id: string) => number
  /** The cells of one row of a simple table, without their text. */
  cells: (tableId: string) => number
  /** The path to the page, repeated by every breadcrumb block. */
  breadcrumb: number
}

/**
 * Costs in bytes of HTML, computed from the blocks' records. `nameOf` returns names of other
 * records.
 */
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

/** Number of columns that the table's format lists or that any row has text in. */
function columnCount(blocks: ReadonlyMap<string, TreeBlock>, tableId: string): number {
  const rows = contentOf(blocks, tableId).flatMap((id) => blocks.get(id) ?? [])
  return tableColumns(blocks.get(tableId), rows).length
}

const headings = new Set<string | undefined>(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/**
 * Returns a function that computes the cost each block adds to a page; call it in reading order. A
 * block that repeats another costs more once both are on the page: a heading is listed in every
 * table of contents and in the page's own.
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
    // A table of contents lists a repeated heading once.
    if (!headings.has(type) || listed.has(id)) return own(id)
    listed.add(id)
    const cost = entry(id)
    entries += cost
    return own(id) + cost * lists
  }
}

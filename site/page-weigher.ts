/** What the blocks of a page weigh, each by its id. */
export interface BlockWeights {
  typeOf: (id: string) => string | undefined
  /** Of a block wherever it stands, with the names of what it mentions. */
  own: (id: string) => number
  /** Of a heading as contents name it. */
  entry: (id: string) => number
  /** Of the cells of each row of a simple table, without what stands in them. */
  cells: (tableId: string) => number
  /** Of the way to the page, which every breadcrumb shows. */
  wayHere: number
}

const headings = new Set<string | undefined>(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/**
 * Weighs the blocks of one page in the order in which they show. What a block repeats of others
 * counts as soon as both have been met: a heading in every table of contents, and in the page's own.
 */
export function pageWeigher(weights: BlockWeights): (id: string) => number {
  const { typeOf, own, entry, wayHere } = weights
  const listed = new Set<string>()
  let [lists, entries, cells] = [1, 0, 0]
  return (id) => {
    const type = typeOf(id)
    if (type === 'table') cells = weights.cells(id)
    if (type === 'table_row') return own(id) + cells
    if (type === 'breadcrumb') return own(id) + wayHere
    if (type === 'table_of_contents') {
      lists++
      return own(id) + entries
    }
    // Contents name a shared heading once.
    if (!headings.has(type) || listed.has(id)) return own(id)
    listed.add(id)
    const weight = entry(id)
    entries += weight
    return own(id) + weight * lists
  }
}

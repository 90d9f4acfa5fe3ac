/** The most that one page shows. What goes beyond is left out, and the page says so. */
export const caps = {
  /** Levels of blocks. */
  depth: 64,
  /** Blocks; one that shows in several places counts at each. */
  blocks: 20_000,
  /** HTML in bytes. Where an estimate was too low, the page is rendered again with less. */
  htmlBytes: 5_000_000,
  /** Cells of the views on a page: half a second of CPU time. */
  viewCells: 30_000,
  /** Records of the rows in these views, in bytes: about what their cells take as HTML. */
  rowBytes: 8_000_000,
  /** Characters of code and formulas that are typeset: slow grammars take a second for them. */
  typesetLength: 100_000,
  /** Characters in the Markdown of a heavy page, which has its text alone. */
  markdownLength: 2_000_000
}

/** The most that texts of one record take, in bytes of HTML. */
export interface TextCaps {
  one: number
  all: number
}

export const blockTextCaps: TextCaps = { one: 1_000_000, all: 2_000_000 }

/** A view shows a hundred rows, and how each text begins; the page of a row has all of it. */
export const rowTextCaps: TextCaps = { one: 10_000, all: 300_000 }

/** A place where content is left out, and why: it repeats itself, nests too deep, or is too much. `rows` are those of a view. */
export interface Truncation {
  blockId: string
  reason: 'cycle' | 'depth' | 'size' | 'text' | 'rows'
}

/** Limits of one page. Content beyond them is truncated, with a note on the page. */
export const caps = {
  /** Nesting levels of blocks. */
  depth: 64,
  /** Blocks; a block shown in several places counts each time. */
  blocks: 20_000,
  /** HTML in bytes. If the estimate was too low, the page is rendered again with a lower limit. */
  htmlBytes: 5_000_000,
  /** Cells of all views on a page: about half a second of CPU time. */
  viewCells: 30_000,
  /**
   * Size of the records of the rows in these views, in bytes: about the size of their cells as
   * HTML.
   */
  rowBytes: 8_000_000,
  /**
   * Characters of code and formulas that are highlighted or typeset; slow grammars take a second
   * for them.
   */
  typesetLength: 100_000,
  /** Characters in the Markdown of a large page, which contains only its text. */
  markdownLength: 2_000_000
}

/** Limits of the texts of one record, in bytes of HTML: of one text and of all together. */
export interface TextCaps {
  one: number
  all: number
}

export const blockTextCaps: TextCaps = { one: 1_000_000, all: 2_000_000 }

/**
 * A view shows a hundred rows with the beginning of each text; the row's own page shows all of it.
 */
export const rowTextCaps: TextCaps = { one: 10_000, all: 300_000 }

/**
 * A place where content is left out. Reasons: `cycle` (a block inside itself), `depth`, `size` (of
 * the page), `text` (a long text), `rows` (of a view).
 */
export interface Truncation {
  blockId: string
  reason: 'cycle' | 'depth' | 'size' | 'text' | 'rows'
}

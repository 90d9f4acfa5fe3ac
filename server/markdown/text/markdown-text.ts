import type { BlockContent, PhrasingContent, Root } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'

const options: Options = {
  bullet: '-',
  emphasis: '_',
  rule: '-',
  listItemIndent: 'one',
  resourceLink: true,
  // The signs of math, which GFM lacks.
  unsafe: [
    { character: '$', inConstruct: 'phrasing', notInConstruct: ['destinationRaw', 'titleQuote'] }
  ],
  // Equal lengths of all cells keep a table from being padded to columns.
  extensions: [gfmToMarkdown({ stringLength: () => 3 })]
}

/** Writes a document as Markdown, with a line break at its end. */
export function markdownText(children: Root['children']): string {
  return toMarkdown({ type: 'root', children }, options)
}

/** A paragraph, unless it has no content. */
export function paragraph(children: PhrasingContent[]): BlockContent[] {
  return children.length === 0 ? [] : [{ type: 'paragraph', children }]
}

/** A text with a link, or alone where the link is undefined. */
export function linked(url: string | undefined, label: string): PhrasingContent[] {
  const children = [{ type: 'text' as const, value: label }]
  return url === undefined ? children : [{ type: 'link', url, children }]
}

/** A table; its rows have as many cells as its head. */
export function table(rows: PhrasingContent[][][]): BlockContent {
  return {
    type: 'table',
    children: rows.map((cells) => ({
      type: 'tableRow',
      children: cells.map((children) => ({ type: 'tableCell', children }))
    }))
  }
}

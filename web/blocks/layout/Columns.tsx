import type { Block } from 'notion-types'
import type { CSSProperties } from 'react'

import { BlockContent } from '../context/BlockContent.tsx'
import { splitContent } from '../context/extra-text.ts'
import { usePage } from '../context/page-context.ts'
import { notion } from '../vocabulary.ts'

const row = `columns ${notion.columns.row}`
const column = `column ${notion.columns.column}`

/** Columns side by side, stacked on a phone. */
export function ColumnList({ block }: { block: Block }) {
  const context = usePage()
  const { extraText, content } = splitContent(context, block)
  return (
    <>
      {context.renderBlocks(extraText)}
      <div className={row}>{context.renderBlocks(content)}</div>
    </>
  )
}

/** One column with the share of the width that the record gives. */
export function Column({ block }: { block: Block }) {
  const ratio: unknown = block.format?.column_ratio
  const share = typeof ratio === 'number' && ratio > 0 ? ratio : undefined
  // React's type has no custom properties.
  const style = share === undefined ? undefined : ({ '--share': share } as CSSProperties)
  return (
    <div className={column} style={style}>
      <BlockContent block={block} />
    </div>
  )
}

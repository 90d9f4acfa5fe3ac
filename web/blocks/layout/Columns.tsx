import type { Block } from 'notion-types'
import type { CSSProperties } from 'react'

import { BlockContent } from '../context/BlockContent.tsx'
import { ownedBlocks } from '../context/extra-text.ts'
import { usePage } from '../context/page-context.ts'

/** Columns side by side, one under the other on a phone. */
export function ColumnList({ block }: { block: Block }) {
  const context = usePage()
  const { words, held } = ownedBlocks(context, block)
  return (
    <>
      {context.renderBlocks(words)}
      <div className="columns">{context.renderBlocks(held)}</div>
    </>
  )
}

/** One column; its share of the width is what its author gave it. */
export function Column({ block }: { block: Block }) {
  const ratio: unknown = block.format?.column_ratio
  const share = typeof ratio === 'number' && ratio > 0 ? ratio : undefined
  // The type knows no custom properties.
  const style = share === undefined ? undefined : ({ '--share': share } as CSSProperties)
  return (
    <div className="column" style={style}>
      <BlockContent block={block} />
    </div>
  )
}

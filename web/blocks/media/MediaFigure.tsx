import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import { BlockContent } from '../context/BlockContent.tsx'
import { Caption } from './Caption.tsx'
import { joinClasses } from '../context/join-classes.ts'
import { notion } from '../vocabulary.ts'

const wide = `wide ${notion.asset.wide}`

/** A picture, video, file or card with its caption and the child blocks. */
export function MediaFigure(props: { block: Block; className: string; children: ReactNode }) {
  const { block, className, children } = props
  return (
    <>
      <figure className={joinClasses(className, isWide(block) && wide, alignment(block))}>
        {children}
        <Caption block={block} />
      </figure>
      <BlockContent block={block} />
    </>
  )
}

/** Whether a block takes the full width, beyond that of the text. */
export function isWide(block: Block): boolean {
  return block.format?.block_full_width === true
}

/** The width in the record, in CSS pixels; undefined for the width of the text. */
export function requestedWidth(block: Block): number | undefined {
  const width: unknown = block.format?.block_width
  const isAsWideAsText = block.format?.block_full_width || block.format?.block_page_width
  return typeof width === 'number' && width > 0 && !isAsWideAsText ? width : undefined
}

/** Height divided by width from the record, if it is plausible (0.1 to 4). */
export function requestedRatio(block: Block): number | undefined {
  const { block_aspect_ratio: ratio }: { block_aspect_ratio?: unknown } = block.format ?? {}
  return typeof ratio === 'number' && ratio >= 0.1 && ratio <= 4 ? ratio : undefined
}

function alignment(block: Block): string | undefined {
  const side: unknown = block.format?.block_alignment
  return side === 'left' || side === 'right' || side === 'center' ? `align-${side}` : undefined
}

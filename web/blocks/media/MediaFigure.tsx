import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import { BlockContent } from '../context/BlockContent.tsx'
import { Caption } from './Caption.tsx'
import { joinClasses } from '../context/join-classes.ts'

/** A picture, film, file or card with its caption, and whatever else stands in the block. */
export function MediaFigure(props: { block: Block; className: string; children: ReactNode }) {
  const { block, className, children } = props
  return (
    <>
      <figure className={joinClasses(className, isWide(block) && 'wide', alignment(block))}>
        {children}
        <Caption block={block} />
      </figure>
      <BlockContent block={block} />
    </>
  )
}

/** Whether a block takes all the room there is, beyond the measure of text. */
export function isWide(block: Block): boolean {
  return block.format?.block_full_width === true
}

/** The width that the record asks for, in pixels; undefined for the width of the text. */
export function requestedWidth(block: Block): number | undefined {
  const width: unknown = block.format?.block_width
  const isAsWideAsText = block.format?.block_full_width || block.format?.block_page_width
  return typeof width === 'number' && width > 0 && !isAsWideAsText ? width : undefined
}

/** Height by width, as the record has it, where it is one that can be shown. */
export function requestedRatio(block: Block): number | undefined {
  const { block_aspect_ratio: ratio }: { block_aspect_ratio?: unknown } = block.format ?? {}
  return typeof ratio === 'number' && ratio >= 0.1 && ratio <= 4 ? ratio : undefined
}

function alignment(block: Block): string | undefined {
  const side: unknown = block.format?.block_alignment
  return side === 'left' || side === 'right' || side === 'center' ? `align-${side}` : undefined
}

import type { Block } from 'notion-types'

import type { ImageView } from '../../site/page-view.ts'
import { plainText } from '../../site/rich-text.ts'
import { joinClasses } from './join-classes.ts'
import { imageOf, usePage } from './page-context.ts'
import { Placeholder } from './Placeholder.tsx'
import { RichText } from './RichText.tsx'

/** A picture with its caption, in its own size so that nothing moves while it loads. */
export function Image({ block }: { block: Block }) {
  const context = usePage()
  const source = imageSource(block)
  if (!source) return <Placeholder block={block} />

  const { src, view } = imageOf(context, source, block)
  const caption: unknown = block.properties?.caption
  return (
    <figure className={joinClasses('image', alignment(block))}>
      <img
        src={src}
        alt={altText(block)}
        width={view?.width ?? undefined}
        height={view?.height ?? undefined}
        loading={context.firstImageId === block.id ? undefined : 'lazy'}
        decoding="async"
        style={shownSize(block, view)}
      />
      {caption ? (
        <figcaption>
          <RichText value={caption} />
        </figcaption>
      ) : null}
    </figure>
  )
}

/** The address of a block's picture, as its record has it. */
export function imageSource(block: Block): string | undefined {
  const source: unknown = block.properties?.source?.[0]?.[0] ?? block.format?.display_source
  return typeof source === 'string' && source !== '' ? source : undefined
}

function altText(block: Block): string {
  return plainText(block.properties?.alt_text) || plainText(block.properties?.caption)
}

function shownSize(block: Block, view: ImageView | undefined) {
  const width: unknown = block.format?.block_width
  const isWide = block.format?.block_full_width || block.format?.block_page_width
  const size = view?.width && view.height ? { aspectRatio: `${view.width} / ${view.height}` } : {}
  return typeof width === 'number' && width > 0 && !isWide ? { ...size, width } : size
}

function alignment(block: Block): string | undefined {
  const side: unknown = block.format?.block_alignment
  return side === 'left' || side === 'right' ? `align-${side}` : undefined
}

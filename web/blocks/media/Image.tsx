import type { Block } from 'notion-types'

import { pictureLink } from '../../../site/notion/blocks/block-references.ts'
import type { ImageView } from '../../../site/pages/page-model.ts'
import { Description } from './Caption.tsx'
import { MediaCard } from './MediaCard.tsx'
import { requestedWidth, isWide, MediaFigure } from './MediaFigure.tsx'
import { fileHref, imageOf } from '../context/page-files.ts'
import { type PageContext, usePage } from '../context/page-context.ts'
import { textOf } from '../context/shown-names.ts'
import { Picture } from './Picture.tsx'
import { PageAnchor } from '../spoilers/PageAnchor.tsx'
import { resolveLink } from '../text/resolve-link.ts'
import { safeHref } from '../context/safe-href.ts'
import { notion } from '../vocabulary.ts'

const image = `image ${notion.asset.box} notion-asset-wrapper-image`

/**
 * A picture with its caption, linked to the address in its record or else to the full picture. Its
 * size is set, so that the layout does not shift while it loads.
 */
export function Image({ block }: { block: Block }) {
  const context = usePage()
  const source = imageSource(block)
  const { src, view } = source ? imageOf(context, source, block) : {}
  if (!source || !src) return <MediaCard block={block} />
  const alt = altText(context, block)
  const href = fileHref(context, source, block)?.href
  const link = safeHref(resolveLink(pictureLink(block), context))
  const picture = (
    <Picture
      source={source}
      owner={block}
      alt={alt}
      place={isWide(block) ? 'wide' : 'content'}
      isFirst={context.firstImageId === block.id}
      style={shownSize(block, view)}
    />
  )
  return (
    <MediaFigure block={block} className={image}>
      {link ? (
        <PageAnchor
          className="picture-link"
          href={link.href}
          rel={link.isExternal ? 'noopener noreferrer' : undefined}
          aria-label={alt ? undefined : link.href}
          cover="div"
        >
          {picture}
        </PageAnchor>
      ) : href === undefined ? (
        picture
      ) : (
        <a
          className="full-view"
          href={href}
          title={textOf(context, block.properties?.title) || undefined}
          aria-label={alt ? undefined : context.messages.fullPicture}
        >
          {picture}
        </a>
      )}
      <Description block={block} />
    </MediaFigure>
  )
}

/** The source address of a picture block. */
export function imageSource(block: Block): string | undefined {
  const source: unknown = block.properties?.source?.[0]?.[0] ?? block.format?.display_source
  return typeof source === 'string' && source !== '' ? source : undefined
}

/** The alternative text, which Notion stores in two places, or else the caption. */
function altText(context: PageContext, block: Block): string {
  const given: unknown = (block.format as { alt_text?: unknown } | undefined)?.alt_text
  const texts = [block.properties?.alt_text, block.properties?.caption].map((text) =>
    textOf(context, text)
  )
  return texts[0] || (typeof given === 'string' ? given : '') || texts[1] || ''
}

function shownSize(block: Block, view: ImageView | undefined) {
  const width = requestedWidth(block)
  const size = view?.width && view.height ? { aspectRatio: `${view.width} / ${view.height}` } : {}
  return width === undefined ? size : { ...size, width }
}

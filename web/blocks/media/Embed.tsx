import type { Block } from 'notion-types'
import type { CSSProperties } from 'react'

import { type EmbedFrame, embedFrame } from '../../../site/notion/files/embed-frame.ts'
import { joinClasses } from '../context/join-classes.ts'
import { cardText, kindName, MediaCard, useCard } from './MediaCard.tsx'
import { requestedRatio, MediaFigure } from './MediaFigure.tsx'
import { usePage } from '../context/page-context.ts'
import { useMessages } from '../../messages.ts'
import { notion } from '../vocabulary.ts'

const box = `embed ${notion.asset.box}`
const driveBox = `embed ${notion.drive.box}`
const driveLink = `embed-link ${notion.drive.label}`

/**
 * Content of another site: a link to it and, with script, a button that loads it in place. Nothing
 * is requested from the other site before the click. Sites without a known frame are links.
 */
export function Embed({ block }: { block: Block }) {
  const page = usePage()
  const { title, target, host } = useCard(block)
  const description = cardText(page, block)
  const isDrive = block.type === 'drive'
  const frame = embedFrame(target?.href)
  const messages = useMessages()
  if (!target || !frame) return <MediaCard block={block} />
  // Without a title the record has only the host, which is less clear than the site's name.
  const isNamed = title !== host && title !== new URL(target.href).hostname
  const label = isNamed ? title : frame.name
  return (
    <MediaFigure block={block} className={isDrive ? driveBox : box}>
      <div
        className={joinClasses(
          'embed-box',
          isDrive && notion.drive.words,
          frame.isFilm && `film ${notion.asset.lite}`
        )}
        style={boxSize(block, frame)}
      >
        <span className="card-kind">{isNamed ? frame.name : kindName(block, messages)}</span>
        <a
          className={isDrive ? driveLink : 'embed-link'}
          href={target.href}
          rel="noopener noreferrer"
        >
          {label}
        </a>
        {description && <span className="card-text">{description}</span>}
        <button
          type="button"
          className={joinClasses('load', frame.isFilm && notion.asset.play)}
          data-frame={frame.src}
          data-title={label}
          hidden
        >
          {messages.loadFrom(new URL(frame.src).hostname)}
        </button>
      </div>
    </MediaFigure>
  )
}

/** The size of the frame once loaded; the space of a video is reserved before. */
function boxSize(block: Block, frame: EmbedFrame): CSSProperties {
  const { block_height: blockHeight }: { block_height?: unknown } = block.format ?? {}
  const ratio = requestedRatio(block)
  const isUsable =
    typeof blockHeight === 'number' && blockHeight >= 120 && blockHeight <= 1200 && !ratio
  const height = frame.height ?? (isUsable ? blockHeight : undefined)
  const size = height
    ? { '--frame-height': `${height}px` }
    : { '--frame-ratio': ratio ? 1 / ratio : (frame.ratio ?? 16 / 9) }
  // React's type has no custom properties.
  return size as CSSProperties
}

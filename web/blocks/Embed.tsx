import type { Block } from 'notion-types'
import type { CSSProperties } from 'react'

import { type EmbedFrame, embedFrame } from '../../site/embeds.ts'
import { LinkCard, useCard } from './LinkCard.tsx'
import { askedRatio, MediaFigure } from './MediaFigure.tsx'

/**
 * What another site shows, in a box of its final size: a link to it and, with script, a button that
 * loads it. Before that nothing is asked of the other site. Sites that are not listed are links.
 */
export function Embed({ block }: { block: Block }) {
  const { title, target, host } = useCard(block)
  const frame = embedFrame(target?.href)
  if (!target || !frame) return <LinkCard block={block} />
  // Without a title of its own the record has only the host, which says less than the site's name.
  const label = title === host || title === new URL(target.href).hostname ? frame.name : title
  return (
    <MediaFigure block={block} className="embed">
      <div className="embed-box" style={boxSize(block, frame)}>
        <span className="card-kind">{frame.name}</span>
        <a className="embed-link" href={target.href} rel="noopener noreferrer">
          {label}
        </a>
        <button type="button" className="load" data-frame={frame.src} data-title={label} hidden>
          Load from {new URL(frame.src).hostname}
        </button>
      </div>
    </MediaFigure>
  )
}

function boxSize(block: Block, frame: EmbedFrame): CSSProperties {
  const { block_height: height }: { block_height?: unknown } = block.format ?? {}
  if (frame.height !== undefined) return { height: frame.height }
  const ratio = askedRatio(block)
  if (ratio) return { aspectRatio: 1 / ratio }
  const isUsable = typeof height === 'number' && height >= 120 && height <= 1200
  return isUsable ? { height } : { aspectRatio: frame.ratio ?? 16 / 9 }
}

import type { Block } from 'notion-types'

import { hasText } from '../context/extra-text.ts'
import { RichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'

/** The caption of a figure, if it has one. */
export function Caption({ block }: { block: Block }) {
  const caption: unknown = block.properties?.caption
  if (!hasText(caption)) return null
  return (
    <figcaption className={notion.asset.caption}>
      <RichText value={caption} />
    </figcaption>
  )
}

/** The description of a picture, video, equation or code block, besides its caption. */
export function Description({ block }: { block: Block }) {
  const description: unknown = block.properties?.description
  if (!hasText(description)) return null
  return (
    <p className="own-words">
      <RichText value={description} />
    </p>
  )
}

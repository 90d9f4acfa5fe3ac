import type { Block } from 'notion-types'

import { hasText } from '../context/extra-text.ts'
import { RichText } from '../text/RichText.tsx'

/** The caption of a figure; nothing where its author gave none. */
export function Caption({ block }: { block: Block }) {
  const caption: unknown = block.properties?.caption
  if (!hasText(caption)) return null
  return (
    <figcaption>
      <RichText value={caption} />
    </figcaption>
  )
}

/** What is said of a picture, film, formula or code besides its caption. */
export function Description({ block }: { block: Block }) {
  const description: unknown = block.properties?.description
  if (!hasText(description)) return null
  return (
    <p className="own-words">
      <RichText value={description} />
    </p>
  )
}

import type { Block } from 'notion-types'

import { RichText } from '../text/RichText.tsx'

/** A text of a block that its component does not show, styled like a caption. */
export function ExtraText({ block }: { block: Block }) {
  return (
    <p className="own-words">
      <RichText value={block.properties?.title} />
    </p>
  )
}

import type { Block } from 'notion-types'

import { RichText } from '../text/RichText.tsx'

/** What a block says that its component has no place for, as a caption is written. */
export function ExtraText({ block }: { block: Block }) {
  return (
    <p className="own-words">
      <RichText value={block.properties?.title} />
    </p>
  )
}

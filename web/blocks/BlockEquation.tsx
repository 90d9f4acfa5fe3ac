import type { Block } from 'notion-types'

import { plainText } from '../../site/rich-text.ts'
import { Equation } from './Equation.tsx'
import { RichText } from './RichText.tsx'

/** A formula on a line of its own, with its caption. */
export function BlockEquation({ block }: { block: Block }) {
  const math = plainText(block.properties?.title)
  const caption: unknown = block.properties?.caption
  const formula = math ? <Equation math={math} isInline={false} /> : null
  if (!caption) return formula
  return (
    <figure>
      {formula}
      <figcaption>
        <RichText value={caption} />
      </figcaption>
    </figure>
  )
}

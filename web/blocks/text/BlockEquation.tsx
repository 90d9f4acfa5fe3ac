import type { Block } from 'notion-types'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { Caption, Description } from '../media/Caption.tsx'
import { Equation } from './Equation.tsx'

/** An equation block with its caption. */
export function BlockEquation({ block }: { block: Block }) {
  const math = plainText(block.properties?.title)
  const formula = math ? <Equation math={math} isInline={false} /> : null
  const { caption, description }: Record<string, unknown> = block.properties ?? {}
  if (!caption && !description) return formula
  return (
    <figure>
      {formula}
      <Description block={block} />
      <Caption block={block} />
    </figure>
  )
}

import type { Block } from 'notion-types'

import { plainText } from '../../site/rich-text.ts'
import { BlockContent } from './BlockContent.tsx'

const names = new Map([
  ['transclusion_reference', 'synced block'],
  ['alias', 'linked page']
])

/** Stands for a block that this site cannot draw: names its type, and shows what text and content it has. */
export function Placeholder({ block }: { block: Block }) {
  const text = plainText(block.properties?.title)
  return (
    <div className="placeholder">
      <p>
        <span className="placeholder-kind">
          {names.get(block.type) ?? block.type.replaceAll('_', ' ')}
        </span>
        {text ? ` ${text}` : ' This part can only be seen in the workspace.'}
      </p>
      <BlockContent block={block} />
    </div>
  )
}

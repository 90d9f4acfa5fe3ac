import type { Block } from 'notion-types'

import { nonTextProperties } from '../../site/notion/blocks/block-types.ts'
import { blockAddresses } from '../../site/notion/files/media-source.ts'
import { messageNamed } from '../../site/locales/messages-for.ts'
import { BlockContent } from './context/BlockContent.tsx'
import { hasText } from './context/extra-text.ts'
import { RichText } from './text/RichText.tsx'
import { safeHref } from './context/safe-href.ts'
import { SafeLink } from './text/SafeLink.tsx'
import { useMessages } from '../messages.ts'

/**
 * Shown for a block type that this site cannot render: names the type and shows the block's text
 * and content and, if the record has an external address, a link to it.
 */
export function Placeholder({ block }: { block: Block }) {
  const texts = Object.entries(block.properties ?? {}).filter(
    ([name, text]) => !nonTextProperties.has(name) && hasText(text)
  )
  const targets = blockAddresses(block).map(safeHref)
  const href = targets.find((target) => target?.isExternal)?.href
  const { onlyInWorkspace, placeholders } = useMessages()
  const { unknown, ...names } = placeholders
  return (
    <div className="placeholder">
      <p>
        <span className="placeholder-kind">
          {messageNamed(names, block.type) ?? unknown(block.type.replaceAll('_', ' '))}
        </span>{' '}
        {texts.length === 0 && !href && onlyInWorkspace}
        {href && <SafeLink href={href}>{new URL(href).hostname}</SafeLink>}
      </p>
      {texts.map(([name, text]) => (
        <p key={name}>
          <RichText value={text} />
        </p>
      ))}
      <BlockContent block={block} />
    </div>
  )
}

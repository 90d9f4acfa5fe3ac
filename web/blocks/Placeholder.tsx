import type { Block } from 'notion-types'

import { messageOf } from '../../site/locales/messages-for.ts'
import { BlockContent } from './context/BlockContent.tsx'
import { hasText } from './context/extra-text.ts'
import { RichText } from './text/RichText.tsx'
import { safeHref } from './context/safe-href.ts'
import { SafeLink } from './text/SafeLink.tsx'
import { useMessages } from '../messages.ts'

/** Properties that hold addresses, sizes and switches, not words. */
const wordless = new Set(['source', 'link', 'size', 'language', 'checked'])

/** Where records of the workspace keep the address that a block stands for. */
const addresses = ['original_url', 'uri', 'url', 'display_source', 'link']

/**
 * Stands for a block that this site cannot draw: names its type, and shows what text and content it
 * has and, where its record has one, a link to what it is.
 */
export function Placeholder({ block }: { block: Block }) {
  const texts = Object.entries(block.properties ?? {}).filter(
    ([name, text]) => !wordless.has(name) && hasText(text)
  )
  const href = addressOf(block)
  const { onlyInWorkspace, placeholders } = useMessages()
  const { unknown, ...names } = placeholders
  return (
    <div className="placeholder">
      <p>
        <span className="placeholder-kind">
          {messageOf(names, block.type) ?? unknown(block.type.replaceAll('_', ' '))}
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

function addressOf(block: Block): string | undefined {
  const format: Record<string, unknown> = block.format ?? {}
  const texts = (block.properties ?? {}) as Record<string, [unknown?][] | undefined>
  const named = [
    ...['link', 'source'].map((name) => texts[name]?.[0]?.[0]),
    ...addresses.map((name) => format[name])
  ]
  return named.map(safeHref).find((target) => target?.isExternal)?.href
}

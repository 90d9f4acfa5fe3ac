import type { Block } from 'notion-types'

import { plainText } from '../../site/rich-text.ts'
import { Equation } from './Equation.tsx'
import { RichText } from './RichText.tsx'

/** Code or commands, with the language's name and the caption. */
export function Code({ block }: { block: Block }) {
  const language = plainText(block.properties?.language)
  const caption: unknown = block.properties?.caption
  return (
    <figure className="code">
      {language && <div className="code-language">{language}</div>}
      {/* Long lines scroll inside; the box takes focus so that a keyboard can scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code className={languageClass(language)}>{plainText(block.properties?.title)}</code>
      </pre>
      {caption ? (
        <figcaption>
          <RichText value={caption} />
        </figcaption>
      ) : null}
    </figure>
  )
}

/** A formula on a line of its own. */
export function BlockEquation({ block }: { block: Block }) {
  const math = plainText(block.properties?.title)
  return math ? <Equation math={math} isInline={false} /> : null
}

function languageClass(language: string): string | undefined {
  const name = language.toLowerCase().replaceAll(/[^a-z0-9+#]+/g, '-')
  return name ? `language-${name}` : undefined
}

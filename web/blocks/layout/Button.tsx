import type { Block } from 'notion-types'

import { joinClasses } from '../context/join-classes.ts'
import { hasText } from '../context/extra-text.ts'
import { colorClass, RichText } from '../text/RichText.tsx'
import { useMessages } from '../../messages.ts'

/**
 * A button of the workspace. What it does stands in records that the workspace does not hand to
 * readers, so it is shown as what it says and nothing to press; a link in its words stays one.
 */
export function Button({ block }: { block: Block }) {
  const title: unknown = block.properties?.title
  const messages = useMessages()
  return (
    <p className={joinClasses('button-block', colorClass(block.format?.block_color))}>
      <span className="placeholder-kind">{messages.button}</span>{' '}
      {hasText(title) ? <RichText value={title} /> : messages.withoutWords}
    </p>
  )
}

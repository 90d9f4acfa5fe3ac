import type { Block } from 'notion-types'

import { joinClasses } from '../context/join-classes.ts'
import { hasText } from '../context/extra-text.ts'
import { colorClass, RichText } from '../text/RichText.tsx'
import { useMessages } from '../../messages.ts'
import { notion } from '../vocabulary.ts'

const box = `button-block ${notion.button.box}`

/**
 * A button block. Notion does not send readers the records of its actions, so it is shown as its
 * label and cannot be pressed; links in the label work.
 */
export function Button({ block }: { block: Block }) {
  const title: unknown = block.properties?.title
  const messages = useMessages()
  return (
    <p className={joinClasses(box, colorClass(block.format?.block_color))}>
      <span className="placeholder-kind">{messages.button}</span>{' '}
      {hasText(title) ? <RichText value={title} /> : messages.withoutWords}
    </p>
  )
}

import type { Block, CalloutBlock } from 'notion-types'
import type { ReactNode } from 'react'

import { BlockContent } from '../context/BlockContent.tsx'
import { joinClasses } from '../context/join-classes.ts'
import { hasText } from '../context/extra-text.ts'
import { Icon } from '../media/PageIcon.tsx'
import { colorClass, renderRichText } from '../text/RichText.tsx'
import { type PageContext, usePage } from '../context/page-context.ts'
import { calloutClasses, notion } from '../vocabulary.ts'
import { renderTypeIcon } from '../media/TypeIcon.tsx'
import { SpoilerBox } from '../spoilers/Spoiler.tsx'
import { toggleChapter } from '../spoilers/toggle-chapter.ts'
import { slotted } from '../../slots/Slot.tsx'

const nested = `nested ${notion.text.box}`
const indent = `indent ${notion.text.children}`
const callout = `callout ${notion.callout.box}`
const calloutText = `callout-body ${notion.callout.text}`
const toggle = `toggle ${notion.toggle.box}`
/** Classes of a read-only checkbox. */
const checked = `check checked ${notion.check.on}`
const unchecked = `check ${notion.check.off}`

interface BlockProps {
  block: Block
}

export function Paragraph({ block }: BlockProps) {
  const text = renderRichText(block.properties?.title, usePage())
  const color = colorClass(block.format?.block_color)
  if (!block.content) {
    const kind = block.properties?.title ? notion.text.box : notion.text.blank
    return <p className={color === undefined ? kind : `${kind} ${color}`}>{text}</p>
  }

  return (
    <div className={joinClasses(nested, color)}>
      <p>{text}</p>
      <div className={indent}>
        <BlockContent block={block} />
      </div>
    </div>
  )
}

export function Quote({ block }: BlockProps) {
  const context = usePage()
  const isLarge = block.format?.quote_size === 'large'
  const className = joinClasses(
    notion.quote.box,
    colorClass(block.format?.block_color),
    isLarge && 'large'
  )
  return (
    <blockquote className={className}>
      {hasText(block.properties?.title) && <p>{renderRichText(block.properties.title, context)}</p>}
      {block.content && <BlockContent block={block} />}
    </blockquote>
  )
}

export function Callout({ block }: BlockProps) {
  const context = usePage()
  const icon: unknown = block.format?.page_icon
  const className = joinClasses(callout, colorClass(block.format?.block_color, calloutClasses))
  const inside = (
    <>
      {hasText(block.properties?.title) && <p>{renderRichText(block.properties.title, context)}</p>}
      {block.content && <BlockContent block={block} />}
    </>
  )
  const own = (
    <div className={className}>
      {typeof icon === 'string' && icon ? <Icon icon={icon} ownerId={block.id} /> : null}
      <div className={calloutText}>{inside}</div>
    </div>
  )
  const props = { block: block as CalloutBlock, className }
  return slotted(context, { name: 'Callout', props, inside, own })
}

export function Toggle({ block }: BlockProps) {
  const context = usePage()
  const title: unknown = block.properties?.title
  const chapter = toggleChapter(context, block)
  if (chapter !== undefined) {
    return (
      <SpoilerBox chapter={chapter}>
        <p>{renderRichText(title, context)}</p>
        <BlockContent block={block} />
      </SpoilerBox>
    )
  }
  return (
    <details className={joinClasses(toggle, colorClass(block.format?.block_color))}>
      <summary>{hasText(title) ? renderRichText(title, context) : context.messages.more}</summary>
      <div className="toggle-body">
        <BlockContent block={block} />
      </div>
    </details>
  )
}

/** Notes of a meeting: their title, and the summary, notes and transcript that they contain. */
export function MeetingNotes({ block }: BlockProps) {
  const context = usePage()
  return (
    <section className="callout" aria-label={context.messages.meetingNotes}>
      <div className="callout-body">
        <p>
          <span className="placeholder-kind">{context.messages.meetingNotes}</span>{' '}
          {renderRichText(block.properties?.title, context)}
        </p>
        <BlockContent block={block} />
      </div>
    </section>
  )
}

/** A read-only checkbox. */
export function renderCheckMark(isChecked: boolean, context: PageContext): ReactNode {
  const { messages } = context
  return (
    <>
      {renderBox(isChecked, context)}
      <span className="visually-hidden">{isChecked ? messages.checked : messages.unchecked}</span>
    </>
  )
}

/** The box of a checkbox, hidden from screen readers. */
export function renderBox(isChecked: boolean, context: PageContext): ReactNode {
  return (
    <span className={isChecked ? checked : unchecked} aria-hidden="true">
      {isChecked && renderTypeIcon(context, 'check')}
    </span>
  )
}

import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { placeId } from './BlockAnchor.tsx'
import { BlockContent } from '../context/BlockContent.tsx'
import { joinClasses } from '../context/join-classes.ts'
import { hasText, splitContent } from '../context/extra-text.ts'
import { type PageContext, usePage } from '../context/page-context.ts'
import { textOf } from '../context/shown-names.ts'
import { anchorOf, headingLevel } from '../context/page-outline.ts'
import { colorClass, renderRichText } from '../text/RichText.tsx'
import { SpoilerBox } from '../spoilers/Spoiler.tsx'
import { toggleChapter } from '../spoilers/toggle-chapter.ts'
import { SectionTitle } from './SectionTitle.tsx'
import { notion } from '../vocabulary.ts'

const toggle = `toggle ${notion.toggle.box}`
const hash = `anchor ${notion.link.hash}`

/**
 * A heading with a link to itself; a toggle heading opens and closes its content. Besides the
 * readable id it has its block's id, which links copied from Notion use.
 */
export function Heading({ block }: { block: Block }) {
  const context = usePage()
  const id = placeId(context, undashId(block.id))
  const { extraText, content } = splitContent(context, block)
  const heading = <Title {...{ block, context }} isToggle={content.length > 0} />
  const chapter = toggleChapter(context, block)
  if (chapter !== undefined) {
    return (
      <SpoilerBox chapter={chapter}>
        {heading}
        <BlockContent block={block} />
      </SpoilerBox>
    )
  }
  if (content.length > 0) return <ToggleHeading {...{ block, id, heading }} />

  return (
    <>
      <div className={`section-head ${levelClass(block)}`} id={id}>
        {heading}
        <AnchorLink block={block} context={context} />
      </div>
      {context.renderBlocks(extraText)}
    </>
  )
}

function ToggleHeading(props: { block: Block; id: string | undefined; heading: ReactNode }) {
  const { block, id, heading } = props
  return (
    <div className="section-toggle" id={id}>
      {/* Not inside the summary, which is a button already. */}
      <AnchorLink block={block} context={usePage()} />
      <details className={toggle}>
        <summary>{heading}</summary>
        <div className="toggle-body">
          <BlockContent block={block} />
        </div>
      </details>
    </div>
  )
}

const levelClass = (block: Block) => notion.heading.levels[(headingLevel(block) ?? 1) - 1]

interface PartProps {
  block: Block
  context: PageContext
}

function Title({ block, context, isToggle }: PartProps & { isToggle: boolean }) {
  if (!hasText(block.properties?.title)) return isToggle ? context.messages.more : null
  const anchor = context.outline.anchors.get(block.id)?.id
  const color = colorClass(block.format?.block_color)
  return (
    <SectionTitle
      block={block}
      id={anchor && placeId(context, anchor)}
      className={joinClasses(
        `heading heading-${headingLevel(block)}`,
        isToggle ? levelClass(block) : notion.heading.title,
        color
      )}
    >
      {renderRichText(block.properties?.title, context)}
    </SectionTitle>
  )
}

function AnchorLink({ block, context }: PartProps) {
  if (!hasText(block.properties?.title)) return null
  const title = textOf(context, block.properties?.title)
  const secondId = context.outline.anchors.get(block.id)?.suffixedId
  return (
    <a
      className={hash}
      id={secondId && placeId(context, secondId)}
      href={`#${anchorOf(context.outline.anchors, block.id)}`}
      aria-label={title ? context.messages.linkTo(title) : context.messages.linkToSection}
    >
      #
    </a>
  )
}

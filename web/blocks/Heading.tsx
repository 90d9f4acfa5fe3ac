import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import { undashId } from '../../site/page-id.ts'
import { plainText } from '../../site/rich-text.ts'
import { placeId } from './BlockAnchor.tsx'
import { BlockContent } from './BlockContent.tsx'
import { joinClasses } from './join-classes.ts'
import { type PageContext, usePage } from './page-context.ts'
import { anchorOf, headingLevel } from './page-outline.ts'
import { colorClass, RichText } from './RichText.tsx'
import { SectionTitle } from './SectionTitle.tsx'

/**
 * A section heading that can be linked to; a toggle heading opens and closes what stands below it.
 * Besides its readable id it keeps that of its block, which links copied from the workspace name.
 */
export function Heading({ block }: { block: Block }) {
  const context = usePage()
  const id = placeId(context, undashId(block.id))
  const heading = <Title block={block} context={context} />
  if (block.content) return <ToggleHeading {...{ block, id, heading }} />

  return (
    <div className="section-head" id={id}>
      {heading}
      <AnchorLink block={block} context={context} />
    </div>
  )
}

function ToggleHeading(props: { block: Block; id: string | undefined; heading: ReactNode }) {
  const { block, id, heading } = props
  return (
    <div className="section-toggle" id={id}>
      {/* Not inside the summary, which is a button already. */}
      <AnchorLink block={block} context={usePage()} />
      <details className="toggle">
        <summary>{heading}</summary>
        <div className="toggle-body">
          <BlockContent block={block} />
        </div>
      </details>
    </div>
  )
}

interface PartProps {
  block: Block
  context: PageContext
}

function Title({ block, context }: PartProps) {
  if (!hasWords(block)) return block.content ? context.words.more : null
  const anchor = context.outline.anchors.get(block.id)
  const color = colorClass(block.format?.block_color)
  return (
    <SectionTitle
      block={block}
      id={anchor && placeId(context, anchor)}
      className={joinClasses('heading', `heading-${headingLevel(block)}`, color)}
    >
      <RichText value={block.properties?.title} />
    </SectionTitle>
  )
}

function AnchorLink({ block, context }: PartProps) {
  if (!hasWords(block)) return null
  const title = plainText(block.properties?.title)
  return (
    <a
      className="anchor"
      href={`#${anchorOf(context.outline.anchors, block.id)}`}
      aria-label={title ? context.words.linkTo(title) : context.words.linkToSection}
    >
      #
    </a>
  )
}

/** Mentions and equations count: their records hold a sign. */
function hasWords(block: Block): boolean {
  const title: unknown = block.properties?.title
  return (
    Array.isArray(title) &&
    title.some((part) => Array.isArray(part) && String(part[0]).trim() !== '')
  )
}

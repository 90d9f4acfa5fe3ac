import type { Block } from 'notion-types'

import { undashId } from '../../site/page-id.ts'
import { BlockContent } from './BlockContent.tsx'
import { joinClasses } from './join-classes.ts'
import { colorClass, RichText } from './RichText.tsx'

/** The page's title is the only h1, so its sections begin at h2. */
const tags = {
  header: 'h2',
  sub_header: 'h3',
  sub_sub_header: 'h4',
  header_4: 'h5'
} as const

/** A section heading that can be linked to; a toggle heading opens and closes what stands below it. */
export function Heading({ block }: { block: Block }) {
  const Tag = tags[block.type as keyof typeof tags]
  const id = undashId(block.id)
  const heading = (
    <Tag id={id} className={joinClasses('heading', colorClass(block.format?.block_color))}>
      <RichText value={block.properties?.title} />
      <a className="anchor" href={`#${id}`} aria-label="Link to this section">
        #
      </a>
    </Tag>
  )
  if (!block.content) return heading

  return (
    <details className="toggle">
      <summary>{heading}</summary>
      <div className="toggle-body">
        <BlockContent block={block} />
      </div>
    </details>
  )
}

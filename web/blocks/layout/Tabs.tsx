import type { Block } from 'notion-types'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { BlockAnchor, placeId } from './BlockAnchor.tsx'
import { BlockContent } from '../context/BlockContent.tsx'
import { hasText, ownedBlocks } from '../context/extra-text.ts'
import { usePage } from '../context/page-context.ts'
import { Icon } from '../media/PageIcon.tsx'
import { RichText } from '../text/RichText.tsx'

/**
 * The tabs of a block one under the other, each with its label, so that all of them can be read
 * without a script; with one they become tabs. A tab is a block whose text is the label and whose content
 * is the panel.
 */
export function Tabs({ block }: { block: Block }) {
  const context = usePage()
  const { words, held } = ownedBlocks(context, block)
  return (
    <>
      {context.renderBlocks(words)}
      <div className="tabs">
        {held.map((panel, index) => (
          <Panel key={panel.id} panel={panel} number={index + 1} />
        ))}
      </div>
    </>
  )
}

function Panel({ panel, number }: { panel: Block; number: number }) {
  const context = usePage()
  const isLabelled = panel.type === 'text'
  const title: unknown = isLabelled ? panel.properties?.title : undefined
  const icon: unknown = panel.format?.page_icon
  const labelId = placeId(context, `tab-${undashId(panel.id)}`)
  return (
    <section className="tab-panel" aria-labelledby={labelId}>
      {isLabelled && <BlockAnchor id={panel.id} />}
      <p className="tab-label" id={labelId}>
        {typeof icon === 'string' && icon ? <Icon icon={icon} ownerId={panel.id} /> : null}
        {hasText(title) ? <RichText value={title} /> : context.messages.tab(number)}
      </p>
      <div className="tab-content">
        {isLabelled ? <BlockContent block={panel} /> : context.renderBlocks([panel])}
      </div>
    </section>
  )
}

import type { Block } from 'notion-types'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { BlockAnchor, placeId } from './BlockAnchor.tsx'
import { BlockContent } from '../context/BlockContent.tsx'
import { hasText, splitContent } from '../context/extra-text.ts'
import { usePage } from '../context/page-context.ts'
import { Icon } from '../media/PageIcon.tsx'
import { RichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'

const label = `tab-label ${notion.tab.label}`
const firstLabel = `${label} ${notion.tab.first}`
const tabContent = `tab-content ${notion.tab.panel}`

/**
 * The panels of a tab block one below the other, each with its label, readable without script;
 * `start-tabs.ts` turns them into tabs. The text of a child block is the label, its content the
 * panel.
 */
export function Tabs({ block }: { block: Block }) {
  const context = usePage()
  const { extraText, content } = splitContent(context, block)
  return (
    <>
      {context.renderBlocks(extraText)}
      <div className={`tabs ${notion.tab.box}`}>
        {content.map((panel, index) => (
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
      <p className={number === 1 ? firstLabel : label} id={labelId}>
        {typeof icon === 'string' && icon ? <Icon icon={icon} ownerId={panel.id} /> : null}
        {hasText(title) ? <RichText value={title} /> : context.messages.tab(number)}
      </p>
      <div className={tabContent}>
        {isLabelled ? <BlockContent block={panel} /> : context.renderBlocks([panel])}
      </div>
    </section>
  )
}

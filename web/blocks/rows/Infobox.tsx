import type { Block } from 'notion-types'

import { formatCount } from '../../../site/locales/formatters.ts'
import { usePage } from '../context/page-context.ts'
import { renderProperty } from './render-property.tsx'
import type { ShownProperty } from './view-properties.ts'
import { notion } from '../vocabulary.ts'
import { renderTypeIcon } from '../media/TypeIcon.tsx'

/** Facts of a phone's first screen. */
const FIRST_FACTS = 3

/** The properties of a row, beside the text of its page. On a phone all but the first are folded. */
export function Infobox({ row, properties }: { row: Block; properties: ShownProperty[] }) {
  const { messages, language } = usePage()
  // One folded fact would take as much space as the fact itself.
  const isFolded = properties.length > FIRST_FACTS + 1
  const shown = isFolded ? properties.slice(0, FIRST_FACTS) : properties
  return (
    <aside className={`infobox ${notion.property.box}`} aria-label={messages.facts}>
      <Facts row={row} properties={shown} />
      {isFolded && (
        <details className="more-facts">
          <summary>{messages.allFacts(formatCount(properties.length, language))}</summary>
          <Facts row={row} properties={properties.slice(FIRST_FACTS)} />
        </details>
      )}
    </aside>
  )
}

function Facts({ row, properties }: { row: Block; properties: ShownProperty[] }) {
  const context = usePage()
  return (
    <dl className={notion.property.list}>
      {properties.map(({ id, schema }) => (
        <div key={id} className={notion.property.row}>
          <dt className={notion.property.name}>
            {renderTypeIcon(context, schema.type, notion.property.icon)}
            {schema.name}
          </dt>
          <dd className={`${notion.property.value} notion-property-${schema.type}`}>
            {renderProperty(context, { row, id, schema })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

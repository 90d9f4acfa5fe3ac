import type { Block, Collection } from 'notion-types'

import { usePage } from '../context/page-context.ts'
import { renderProperty } from './render-property.tsx'
import { rowProperties } from './view-properties.ts'
import { notion } from '../vocabulary.ts'
import { renderTypeIcon } from '../media/TypeIcon.tsx'

/** The properties of a row, beside the text of its page. */
export function Infobox({ row, collection }: { row: Block; collection: Collection }) {
  const context = usePage()
  const properties = rowProperties(context, collection, row)
  if (properties.length === 0) return null
  return (
    <aside className={`infobox ${notion.property.box}`} aria-label={context.messages.facts}>
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
    </aside>
  )
}

import type { Block, Collection } from 'notion-types'

import { usePage } from '../context/page-context.ts'
import { renderProperty } from './render-property.tsx'
import { rowProperties } from './view-properties.ts'

/** The properties of a row, beside the text of its page. */
export function Infobox({ row, collection }: { row: Block; collection: Collection }) {
  const context = usePage()
  const properties = rowProperties(context, collection, row)
  if (properties.length === 0) return null
  return (
    <aside className="infobox" aria-label={context.messages.facts}>
      <dl>
        {properties.map(({ id, schema }) => (
          <div key={id}>
            <dt>{schema.name}</dt>
            <dd>{renderProperty(context, { row, id, schema })}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

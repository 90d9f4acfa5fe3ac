import type { Block } from 'notion-types'

import { coverValues } from '../spoilers/Spoiler.tsx'
import { usePage } from '../context/page-context.ts'
import { renderProperty } from './render-property.tsx'
import { hasValue } from './has-value.ts'
import type { ShownProperty } from './view-properties.ts'
import { notion, propertyClass } from '../vocabulary.ts'

/** Classes in the place of the facts. */
interface FactPart {
  box?: string
  fact?: string
}

export const cardFact: FactPart = { fact: notion.card.property }
export const listFact: FactPart = {
  box: `facts ${notion.listView.facts}`,
  fact: notion.listView.property
}

/** The properties of a row that have a value, in one line. */
export function RowFacts(props: { row: Block; properties: ShownProperty[]; part?: FactPart }) {
  const { row, properties, part = {} } = props
  const context = usePage()
  const shown = properties.filter((property) => hasValue(context, row, property))
  if (shown.length === 0) return null
  return coverValues(
    context,
    row.id,
    <dl className={part.box ?? 'facts'}>
      {shown.map(({ id, schema }) => (
        <div key={id} className={part.fact}>
          {/* A check mark needs its property's name; other values do not. */}
          <dt className={schema.type === 'checkbox' ? notion.check.name : 'visually-hidden'}>
            {schema.name}
          </dt>
          <dd className={propertyClass(schema.type)}>
            {renderProperty(context, { row, id, schema })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

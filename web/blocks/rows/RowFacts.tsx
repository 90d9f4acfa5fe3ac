import type { Block } from 'notion-types'

import { usePage } from '../context/page-context.ts'
import { renderProperty } from './render-property.tsx'
import { hasValue } from './has-value.ts'
import type { ShownProperty } from './view-properties.ts'

/** The properties of a row that have a value, in one line. */
export function RowFacts({ row, properties }: { row: Block; properties: ShownProperty[] }) {
  const context = usePage()
  const shown = properties.filter((property) => hasValue(context, row, property))
  if (shown.length === 0) return null
  return (
    <dl className="facts">
      {shown.map(({ id, schema }) => (
        <div key={id}>
          {/* A check mark needs its property's name; other values do not. */}
          <dt className={schema.type === 'checkbox' ? undefined : 'visually-hidden'}>
            {schema.name}
          </dt>
          <dd>{renderProperty(context, { row, id, schema })}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { CollectionPropertySchema } from 'notion-types'

import { renderProperty } from '../../blocks/rows/render-property.tsx'
import { RowFacts } from '../../blocks/rows/RowFacts.tsx'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { pageChapter } from '../../blocks/spoilers/Spoiler.tsx'
import { RowLink } from '../RowLink.tsx'
import { usePage } from '../../blocks/context/page-context.ts'

/** Rows as entries with their author and created time. */
export function FeedView({ shown, group }: { shown: ShownView; group: RowGroup }) {
  const properties = viewProperties(shown.collection, shown.view)
  const context = usePage()
  const { messages } = context
  const created: CollectionPropertySchema = { name: messages.createdTime, type: 'created_time' }
  const author: CollectionPropertySchema = { name: messages.createdBy, type: 'created_by' }
  return (
    <ul className="feed">
      {group.rows.map((row) => {
        const chapter = pageChapter(context, row.id)
        const cover = chapter === undefined ? undefined : { hidden: true, 'data-spoiler': chapter }
        return (
          <li key={row.id}>
            <article>
              <p className="feed-head">
                <RowLink row={row} view={shown.view} />
                <span className="feed-source" {...cover}>
                  {renderProperty(context, { row, id: '', schema: author })}{' '}
                  {renderProperty(context, { row, id: '', schema: created })}
                </span>
              </p>
              <RowFacts row={row} properties={properties} />
            </article>
          </li>
        )
      })}
    </ul>
  )
}

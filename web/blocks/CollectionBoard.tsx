import type { Collection, CollectionView } from 'notion-types'

import { Card } from './Card.tsx'
import type { RowGroup } from './collection-rows.ts'
import { Tag } from './Tag.tsx'
import { viewProperties } from './view-properties.ts'

/** Rows as a board: a list per column, side by side where there is room. */
export function CollectionBoard(props: {
  collection: Collection
  view: CollectionView
  groups: RowGroup[]
}) {
  const { collection, view, groups } = props
  const properties = viewProperties(collection, view)
  return (
    <div className="board">
      {groups.map(({ key, label, rows }) => (
        <section className="board-column" key={key}>
          <h3 className="group-name">
            <Tag name={label?.text ?? 'All'} color={label?.color} />
            <span className="count">{rows.length}</span>
          </h3>
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <Card row={row} view={view} properties={properties} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

import type { Block, Collection, CollectionView } from 'notion-types'

import { Card } from './Card.tsx'
import { viewProperties } from './view-properties.ts'

/** Rows as cards in a grid. */
export function CollectionGallery(props: {
  collection: Collection
  view: CollectionView
  rows: Block[]
}) {
  const { collection, view, rows } = props
  const properties = viewProperties(collection, view)
  const size: unknown = view.format?.gallery_cover_size
  return (
    <ul className={`gallery gallery-${size === 'small' || size === 'large' ? size : 'medium'}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <Card row={row} view={view} properties={properties} />
        </li>
      ))}
    </ul>
  )
}

import { Card } from '../../blocks/rows/Card.tsx'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { notion } from '../../blocks/vocabulary.ts'

/** Rows as cards in a grid. */
export function GalleryView({ shown, group }: { shown: ShownView; group: RowGroup }) {
  const { collection, view } = shown
  const properties = viewProperties(collection, view)
  const size: unknown = view.format?.gallery_cover_size
  const named = size === 'small' || size === 'large' ? size : 'medium'
  return (
    <ul
      className={`gallery gallery-${named} ${notion.gallery.box} notion-gallery-grid-size-${named}`}
    >
      {group.rows.map((row) => (
        <li key={row.id}>
          <Card row={row} view={view} properties={properties} />
        </li>
      ))}
    </ul>
  )
}

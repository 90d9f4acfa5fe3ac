import { RowFacts } from '../../blocks/rows/RowFacts.tsx'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { RowLink } from '../RowLink.tsx'

/** Rows as a list of links with their properties. */
export function ListView({ shown, group }: { shown: ShownView; group: RowGroup }) {
  const { collection, view } = shown
  const properties = viewProperties(collection, view)
  return (
    <ul className="rows">
      {group.rows.map((row) => (
        <li key={row.id}>
          <RowLink row={row} view={view} />
          <RowFacts row={row} properties={properties} />
        </li>
      ))}
    </ul>
  )
}

import { listFact, RowFacts } from '../../blocks/rows/RowFacts.tsx'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { RowLink } from '../RowLink.tsx'
import { notion } from '../../blocks/vocabulary.ts'

const rows = `rows ${notion.listView.box}`
const item = `${notion.listView.item} ${notion.link.page}`
const title = `${notion.listView.title} ${notion.link.title}`

/** Rows as a list of links with their properties. */
export function ListView({ shown, group }: { shown: ShownView; group: RowGroup }) {
  const { collection, view } = shown
  const properties = viewProperties(collection, view)
  return (
    <ul className={rows}>
      {group.rows.map((row) => (
        <li key={row.id} className={item}>
          <RowLink row={row} view={view} className={title} />
          <RowFacts row={row} properties={properties} part={listFact} />
        </li>
      ))}
    </ul>
  )
}

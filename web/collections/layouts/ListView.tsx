import { listFact, RowFacts } from '../../blocks/rows/RowFacts.tsx'
import { placeRule } from '../../../site/notion/collections/view-rules.ts'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { RowLink } from '../RowLink.tsx'
import { notion } from '../../blocks/vocabulary.ts'

const rows = `rows ${notion.listView.box}`
const item = `${notion.listView.item} ${notion.link.page}`
const title = `${notion.listView.title} ${notion.link.title}`

/** Rows as a list of links with their properties; those of a map begin with their place. */
export function ListView({ shown, group }: { shown: ShownView; group: RowGroup }) {
  const { collection, view } = shown
  const place = placeRule(view, collection.schema)
  const schema = collection.schema[place ?? '']
  const others = viewProperties(collection, view).filter(({ id }) => id !== place)
  const properties = place !== undefined && schema ? [{ id: place, schema }, ...others] : others
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

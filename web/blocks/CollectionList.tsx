import type { Block, Collection, CollectionView } from 'notion-types'

import { LinkToPage } from './PageLink.tsx'
import { RowFacts } from './RowFacts.tsx'
import { viewProperties } from './view-properties.ts'

/** Rows as a list of links with a few facts each. */
export function CollectionList(props: {
  collection: Collection
  view: CollectionView
  rows: Block[]
}) {
  const properties = viewProperties(props.collection, props.view)
  return (
    <ul className="rows">
      {props.rows.map((row) => (
        <li key={row.id}>
          <LinkToPage pageId={row.id} />
          <RowFacts row={row} properties={properties} />
        </li>
      ))}
    </ul>
  )
}

import type { Block, Collection, CollectionView } from 'notion-types'

import { plainText } from '../../site/rich-text.ts'
import { LinkToPage } from './PageLink.tsx'
import { PropertyValue } from './PropertyValue.tsx'
import { type ShownProperty, viewProperties } from './view-properties.ts'

interface TableProps {
  collection: Collection
  view: CollectionView
  rows: Block[]
}

/** Rows as a table: the title heads its row, the property names head their columns. */
export function CollectionTable({ collection, view, rows }: TableProps) {
  const properties = viewProperties(collection, view)
  return (
    <div className="table-box">
      <table aria-label={view.name || plainText(collection.name) || undefined}>
        <thead>
          <tr>
            <th scope="col">{titleName(collection)}</th>
            {properties.map(({ id, schema }) => (
              <th key={id} scope="col" className={cellClass(schema.type)}>
                {schema.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} properties={properties} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow({ row, properties }: { row: Block; properties: ShownProperty[] }) {
  return (
    <tr>
      <th scope="row">
        <LinkToPage pageId={row.id} />
      </th>
      {properties.map(({ id, schema }) => (
        <td key={id} className={cellClass(schema.type)}>
          <PropertyValue row={row} id={id} schema={schema} />
        </td>
      ))}
    </tr>
  )
}

function cellClass(type: string): string {
  return `cell-${(type ?? 'text').replaceAll('_', '-')}`
}

function titleName(collection: Collection): string {
  const title = Object.values(collection.schema).find((schema) => schema.type === 'title')
  return title?.name || 'Name'
}

import type { DataColumn } from '../../site/browse/data-model.ts'
import { Description } from './Description.tsx'

/** The columns of a table with their types and meanings. */
export function DescribedColumns({ columns }: { columns: DataColumn[] }) {
  return (
    <dl className="described-columns">
      {columns.map(({ name, type, about }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> {type && <span className="count">{type}</span>}
          </dt>
          <dd>
            <Description text={about} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { dataFormats, sqlHref, tableHref } from '../../site/browse/data-address.ts'
import type { DataColumn, DataRow, DataRows } from '../../site/browse/data-model.ts'
import type { DataQuery } from '../../site/browse/data-query.ts'
import { formatCount } from '../../site/locales/formatters.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { useMessages } from '../messages.ts'
import type { Shell } from '../pages/shell/shell.ts'
import { Cell } from './Cell.tsx'
import { CoveredRows } from './CoveredRows.tsx'
import { Conditions } from './Conditions.tsx'
import { DataDocument } from './DataDocument.tsx'
import { DescribedColumns } from './DescribedColumns.tsx'
import { Description } from './Description.tsx'
import { Facets } from './Facets.tsx'

/** A part of the rows of a table, with its conditions and the most frequent values of columns. */
export function DataRowsPage({ shell, rows }: { shell: Shell; rows: DataRows }) {
  const { data } = messagesFor(shell.config)
  const { table, query, total, next } = rows
  const count = formatCount(total.count, shell.config.language)
  const facets = <Facets rows={rows} language={shell.config.language} />
  const whole = { ...query, cursor: undefined, size: undefined }
  return (
    <DataDocument shell={shell} title={table.name} steps={[{ text: table.name }]}>
      <h1>{table.name}</h1>
      <CoveredRows config={shell.config} isCovered={rows.isTableCovered}>
        <p>
          <Description text={table.about} />
        </p>
        <details className="data-columns">
          <summary>{data.columns}</summary>
          <DescribedColumns columns={table.columns} />
        </details>
      </CoveredRows>
      <Conditions table={table} query={query} />
      <CoveredRows config={shell.config} isCovered={rows.areFacetsCovered}>
        {facets}
      </CoveredRows>
      <ul className="data-formats">
        <li>
          <strong>
            {total.isMore ? data.moreRows(count) : data.rows(count, total.count === 1)}
          </strong>
        </li>
        <li>
          {data.formats}{' '}
          {dataFormats.map((format) => (
            <a key={format} href={tableHref(table.name, whole, format)}>
              {format.toUpperCase()}
            </a>
          ))}{' '}
          <a href={sqlHref(rows.sql)}>{data.asSql}</a>
        </li>
      </ul>
      <CoveredRows config={shell.config} isCovered={rows.isCovered}>
        {rows.rows.length === 0 ? <p className="empty">{data.noRows}</p> : <RowTable rows={rows} />}
      </CoveredRows>
      {(next !== undefined || query.cursor !== undefined) && (
        <nav className="list-pager" aria-label={data.parts}>
          {query.cursor !== undefined && (
            <a href={tableHref(table.name, { ...query, cursor: undefined })}>{data.firstRows}</a>
          )}
          {next !== undefined && (
            <a rel="next" href={tableHref(table.name, { ...query, cursor: next })}>
              {data.nextRows}
            </a>
          )}
        </nav>
      )}
    </DataDocument>
  )
}

function RowTable({ rows: { table, columns, query, rows, hasRowLinks } }: { rows: DataRows }) {
  const { data } = useMessages()
  const isLinked = hasRowLinks && rows[0]?.href !== undefined
  return (
    <div className="table-box">
      <table aria-label={table.name}>
        <thead>
          <tr>
            {isLinked && <th scope="col">{data.row}</th>}
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} table={table.name} query={query} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.href ?? row.cells.map(({ text }) => text).join(' ')}>
              {isLinked && (
                <th scope="row">
                  <RowLink row={row} />
                </th>
              )}
              {row.cells.map((cell, position) => (
                <td
                  key={columns[position]?.name}
                  className={cell.kind === 'number' ? 'cell-number' : undefined}
                >
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const NAME_LENGTH = 16

function RowLink({ row: { href, name } }: { row: DataRow }) {
  const isLong = name.length > NAME_LENGTH
  return (
    <a href={href} title={isLong ? name : undefined}>
      {isLong ? `${name.slice(0, NAME_LENGTH / 2)}…${name.slice(-NAME_LENGTH / 2)}` : name}
    </a>
  )
}

function HeadCell(props: { column: DataColumn; table: string; query: DataQuery }) {
  const { column, table, query } = props
  const { name } = column
  const isSorted = query.sort?.column === name
  const isDescending = isSorted && query.sort?.isDescending === true
  // The third click restores the order of the table.
  const sort = isDescending ? undefined : { column: name, isDescending: isSorted }
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <a href={tableHref(table, { ...query, sort, cursor: undefined })}>{name}</a>
    </th>
  )
}

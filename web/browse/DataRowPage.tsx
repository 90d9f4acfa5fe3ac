import { dataFormats, sqlHref, tableHref } from '../../site/browse/data-address.ts'
import type { DataRowView } from '../../site/browse/data-model.ts'
import { formatCount } from '../../site/locales/formatters.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { useMessages } from '../messages.ts'
import type { Shell } from '../pages/shell/shell.ts'
import { Cell } from './Cell.tsx'
import { CoveredRows } from './CoveredRows.tsx'
import { DataDocument } from './DataDocument.tsx'

/** One row with all its values, and the rows that point to it. */
export function DataRowPage({ shell, view }: { shell: Shell; view: DataRowView }) {
  const { data } = messagesFor(shell.config)
  const { table, name, pageHref, filters } = view
  // The heading is a value of the row.
  const heading = view.isCovered ? name : view.heading
  const steps = [{ text: table.name, href: tableHref(table.name) }, { text: name }]
  return (
    <DataDocument shell={shell} title={`${heading} · ${table.name}`} steps={steps}>
      <h1>{heading}</h1>
      <ul className="data-formats">
        {pageHref !== undefined && (
          <li>
            <a href={pageHref}>{data.thePage}</a>
          </li>
        )}
        <li>
          {dataFormats.map((format) => (
            <a
              key={format}
              href={tableHref(table.name, { filters, facets: [], columns: [] }, format)}
            >
              {format.toUpperCase()}
            </a>
          ))}{' '}
          <a href={sqlHref(view.sql)}>{data.asSql}</a>
        </li>
      </ul>
      <CoveredRows config={shell.config} isCovered={view.isCovered}>
        <Values view={view} />
      </CoveredRows>
      <h2>{data.pointsHere}</h2>
      <References view={view} language={shell.config.language} />
    </DataDocument>
  )
}

function Values({ view: { table, cells } }: { view: DataRowView }) {
  const { data } = useMessages()
  return (
    <table className="data-values">
      <thead>
        <tr>
          <th scope="col">{data.column}</th>
          <th scope="col">{data.value}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell, index) => {
          const column = table.columns[index]
          return (
            <tr key={column?.name}>
              <th scope="row">
                <code>{column?.name}</code>
              </th>
              <td>
                <Cell cell={cell} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function References({ view: { references }, language }: { view: DataRowView; language: string }) {
  const { data } = useMessages()
  if (references.length === 0) return <p className="empty">{data.nothingPointsHere}</p>
  return (
    <ul className="data-references">
      {references.map(({ table, column, count, isMore, href }) => {
        const written = formatCount(count, language)
        return (
          <li key={`${table} ${column}`}>
            <a href={href}>
              {table}.{column}
            </a>{' '}
            <span className="count">
              {isMore ? data.moreRows(written) : data.rows(written, count === 1)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

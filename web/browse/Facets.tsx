import { tableHref } from '../../site/browse/data-address.ts'
import type { DataFacet, DataRows } from '../../site/browse/data-model.ts'
import type { DataQuery, Filter } from '../../site/browse/data-query.ts'
import { formatCount } from '../../site/locales/formatters.ts'
import { useMessages } from '../messages.ts'
import { Cell } from './Cell.tsx'

/** The most frequent values of columns as conditions, and columns that can be counted. */
export function Facets({ rows, language }: { rows: DataRows; language: string }) {
  const { data } = useMessages()
  const { table, query, facets, suggested } = rows
  const hrefWith = (changed: Partial<DataQuery>) =>
    tableHref(table.name, { ...query, cursor: undefined, ...changed })
  return (
    <>
      {facets.length > 0 && (
        <div className="data-facets">
          {facets.map((facet) => (
            <section key={facet.column} aria-label={`${data.facets}: ${facet.column}`}>
              <h2>
                <code>{facet.column}</code>{' '}
                <a
                  href={hrefWith({ facets: query.facets.filter((name) => name !== facet.column) })}
                >
                  {data.remove}
                </a>
              </h2>
              <FacetValues {...{ facet, query, language, hrefWith }} />
            </section>
          ))}
        </div>
      )}
      {suggested.length > 0 && (
        <p className="data-suggested">
          {data.countValues}{' '}
          {suggested.map((name) => (
            <a key={name} href={hrefWith({ facets: [...query.facets, name] })}>
              {name}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

function FacetValues(props: {
  facet: DataFacet
  query: DataQuery
  language: string
  hrefWith: (changed: Partial<DataQuery>) => string
}) {
  const { facet, query, language, hrefWith } = props
  const { data } = useMessages()
  return (
    <>
      <ul>
        {facet.values.map(({ cell, filter, count }) => (
          <li key={`${cell.kind} ${cell.text}`}>
            {filter && !isSet(query, filter) ? (
              <a href={hrefWith({ filters: [...query.filters, filter] })}>
                {cell.text || nameOf(cell.kind)}
              </a>
            ) : (
              <Cell cell={cell} />
            )}{' '}
            <span className="count">{formatCount(count, language)}</span>
          </li>
        ))}
      </ul>
      {facet.hasMore && <p className="count">{data.moreValues}</p>}
      {facet.isPartial && <p className="count">{data.someRows}</p>}
    </>
  )
}

function nameOf(kind: string): string {
  return kind === 'null' ? 'null' : '""'
}

function isSet({ filters }: DataQuery, filter: Filter): boolean {
  return filters.some(
    (each) =>
      each.column === filter.column &&
      each.operator === filter.operator &&
      each.value === filter.value
  )
}

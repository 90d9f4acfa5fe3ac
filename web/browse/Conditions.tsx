import { tableHref } from '../../site/browse/data-address.ts'
import type { DataTable } from '../../site/browse/data-model.ts'
import {
  type DataQuery,
  type Filter,
  dataSearch,
  filterForm,
  operators,
  takesValue
} from '../../site/browse/data-query.ts'
import { useMessages } from '../messages.ts'

/** The conditions of the rows with links that remove them, and a form that adds one. */
export function Conditions({ table, query }: { table: DataTable; query: DataQuery }) {
  const { data } = useMessages()
  const { filters } = query
  return (
    <section className="data-conditions" aria-label={data.conditions}>
      {filters.length > 0 && (
        <ul>
          {filters.map((filter) => (
            <li key={Object.values(filter).join(' ')}>
              <ConditionText filter={filter} />{' '}
              <a
                href={tableHref(table.name, {
                  ...query,
                  filters: filters.filter((each) => each !== filter),
                  cursor: undefined
                })}
              >
                {data.remove}
              </a>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{data.addCondition}</summary>
        <form action={tableHref(table.name)} method="get">
          {[...new URLSearchParams(dataSearch({ ...query, cursor: undefined }))].map(
            ([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            )
          )}
          <label>
            <span>{data.column}</span>
            <select name={filterForm.column}>
              {table.columns.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            <span>{data.comparison}</span>
            <select name={filterForm.operator}>
              {operators.map((operator) => (
                <option key={operator} value={operator}>
                  {data.operators[operator]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{data.value}</span>
            <input name={filterForm.value} type="text" autoComplete="off" />
          </label>
          <button type="submit">{data.add}</button>
        </form>
      </details>
    </section>
  )
}

function ConditionText({ filter: { column, operator, value } }: { filter: Filter }) {
  const { data } = useMessages()
  return (
    <>
      <code>{column}</code> {data.operators[operator]}
      {takesValue(operator) && (
        <>
          {' '}
          <q>{value}</q>
        </>
      )}
    </>
  )
}

import { sqlHref, tableHref } from '../../site/browse/data-address.ts'
import type { DataIndex } from '../../site/browse/data-model.ts'
import { formatCount } from '../../site/locales/formatters.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { useMessages } from '../messages.ts'
import type { Shell } from '../pages/shell/shell.ts'
import { CoveredRows } from './CoveredRows.tsx'
import { DataDocument } from './DataDocument.tsx'
import { DescribedColumns } from './DescribedColumns.tsx'
import { Description } from './Description.tsx'
import { Questions } from './Questions.tsx'

type Described = DataIndex['tables'][number]

const kinds = ['collection', 'view', 'table'] as const

/** The tables and views of the mirror, and questions that they answer. */
export function DataIndexPage({ shell, index }: { shell: Shell; index: DataIndex }) {
  const { data } = messagesFor(shell.config)
  const { name, language } = shell.config
  return (
    <DataDocument shell={shell}>
      <h1>{data.title}</h1>
      <p>{data.about(name)}</p>
      <ul className="data-formats">
        <li>
          {data.publication} {formatCount(index.generation, language)},{' '}
          <Instant at={index.publishedAt} />
        </li>
        <li>
          <a href="/mirror.db">{data.everything}</a>
        </li>
        <li>
          <a href={sqlHref()}>{data.runSql}</a>
        </li>
      </ul>
      {kinds.map((kind) => {
        const tables = index.tables.filter((table) => table.kind === kind)
        const list = (
          <ul className="data-tables">
            {tables.map((table) => (
              <TableEntry key={table.name} table={table} language={language} />
            ))}
          </ul>
        )
        return (
          tables.length > 0 && (
            <section key={kind}>
              <h2>{data.kinds[kind]}</h2>
              <CoveredRows
                config={shell.config}
                isCovered={index.isCovered && kind === 'collection'}
              >
                {list}
              </CoveredRows>
            </section>
          )
        )
      })}
      <Questions questions={index.questions} />
    </DataDocument>
  )
}

function TableEntry({ table, language }: { table: Described; language: string }) {
  const { data } = useMessages()
  const { name, about, columns, rows, hasRows } = table
  const count = data.rows(formatCount(rows, language), rows === 1)
  return (
    <li>
      <h3>{hasRows ? <a href={tableHref(name)}>{name}</a> : name}</h3>{' '}
      <span className="count">{hasRows ? count : data.noRowsStored}</span>
      <p>
        <Description text={about} />
      </p>
      <details>
        <summary>{columns.map((column) => column.name).join(', ')}</summary>
        <DescribedColumns columns={columns} />
      </details>
    </li>
  )
}

function Instant({ at }: { at: number }) {
  const text = new Date(at).toISOString()
  return <time dateTime={text}>{text.slice(0, 19).replace('T', ' ')} UTC</time>
}

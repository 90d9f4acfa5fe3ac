import { notion } from '../../blocks/vocabulary.ts'
import { ListDocument, type ListShell } from './ListDocument.tsx'

/** A parameter of an address, or a field of an answer. */
export interface ApiField {
  /** The name; that of a nested field begins with the names around it: `pages[].id`. */
  name: string
  type: string
  about: string
}

/** What an address of the API does. */
export interface ApiOperation {
  method: string
  path: string
  summary: string
  parameters: ApiField[]
  /** Fields of the answer; empty for a picture. */
  answer: ApiField[]
}

interface ApiPageProps {
  shell: ListShell
  version: string
  operations: ApiOperation[]
}

/** The contract of the API for people, in English, as its descriptions are. */
export function ApiPage({ shell, version, operations }: ApiPageProps) {
  const { name } = shell.config
  const list = {
    title: 'API',
    description: `What programs can read from ${name}.`,
    href: '/api/docs'
  }
  return (
    <ListDocument {...{ shell, list }} isEmpty>
      <div lang="en">
        <h1>API</h1>
        <p>
          {list.description} Version {version}, also as <a href="/api/openapi.json">OpenAPI 3.1</a>.
          Every error is JSON with the fields <code>error</code> and <code>message</code>.
        </p>
        {operations.map((operation) => (
          <Operation key={`${operation.method} ${operation.path}`} {...operation} />
        ))}
      </div>
    </ListDocument>
  )
}

function Operation({ method, path, summary, parameters, answer }: ApiOperation) {
  return (
    <section>
      <h2>
        {method} {path}
      </h2>
      <p>{summary}.</p>
      <Fields caption="Parameters" fields={parameters} />
      <Fields caption="Answer" fields={answer} />
    </section>
  )
}

function Fields({ caption, fields }: { caption: string; fields: ApiField[] }) {
  if (fields.length === 0) return null
  return (
    // Wide tables scroll inside; the box takes focus so that a keyboard can scroll it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-box simple-table wide" tabIndex={0}>
      <table className={notion.table.box}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, about }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{type}</td>
              <td>{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

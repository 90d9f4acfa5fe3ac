import type { DataQuestion } from '../../site/browse/data-model.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import type { QueryMessages } from '../../site/locales/en-lists.ts'
import { useMessages } from '../messages.ts'
import { Document } from '../pages/shell/Document.tsx'
import type { Shell } from '../pages/shell/shell.ts'
import { Questions } from './Questions.tsx'

/** Bytes that a statement fetches before it asks. */
const ASK_AFTER_BYTES = 20_000_000

/** Lines of the field for a statement; the editor has as many (`web/query/editor.ts`). */
const MIN_LINES = 8

interface QueryPageProps {
  shell: Shell
  sql: string
  /** Questions that the mirror answers, which `/_data` lists on a server. */
  questions: DataQuestion[]
}

/**
 * The page that runs SQL in the browser (`web/query/start-query.ts`). Without script it shows the statement
 * and links to the tables.
 */
export function QueryPage({ shell, sql, questions }: QueryPageProps) {
  const { query: messages, breadcrumbs } = messagesFor(shell.config)
  const { basePath, assets } = shell
  return (
    <Document shell={shell} title={messages.title} isIndexable={false} mainClass="wide-page">
      <div className="list-page query-page">
        {!isFolder(shell) && (
          <nav className="query-steps" aria-label={breadcrumbs}>
            <a href="/_data">{messages.tables}</a>
          </nav>
        )}
        <h1>{messages.title}</h1>
        <p>{messages.about}</p>
        <NeedsScript shell={shell} />
        <form
          className="query-form"
          action="/_data/query"
          data-worker={basePath + assets.queryWorker}
          data-generation={`${basePath}/generation.json`}
          data-limit={ASK_AFTER_BYTES}
          data-messages={JSON.stringify(messages)}
        >
          <label htmlFor="query-sql">{messages.statement}</label>
          <textarea
            id="query-sql"
            name="sql"
            rows={Math.max(MIN_LINES, sql.split('\n').length)}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
          >
            {/* HTML drops a line break at the beginning. */}
            {`\n${sql}`}
          </textarea>
          <div className="query-editor" hidden />
          <p className="query-hint">{messages.hint}</p>
          <div className="query-actions">
            {/* Enabled by the script. */}
            <button className="query-run" disabled>
              {messages.run}
            </button>
            <button type="button" className="query-cancel" hidden>
              {messages.cancel}
            </button>
          </div>
          <QueryAnswers messages={messages} />
        </form>
        {isFolder(shell) && <Questions questions={questions} />}
      </div>
    </Document>
  )
}

/** Only a server shows the tables and views. */
function isFolder({ hosting }: Shell): boolean {
  return hosting === 'static'
}

function NeedsScript({ shell }: { shell: Shell }) {
  const { needsScript, withoutScript, tables } = useMessages().query
  const place = isFolder(shell) ? null : (
    <>
      {' '}
      {withoutScript} <a href="/_data">{tables}</a>
    </>
  )
  return (
    <noscript>
      <p className="query-note">
        {needsScript}
        {place}
      </p>
    </noscript>
  )
}

/** Filled by the script. */
function QueryAnswers({ messages }: { messages: QueryMessages }) {
  return (
    <>
      <output className="query-note query-newer" hidden>
        <span>{messages.newer}</span>
        <button type="button" className="query-use-newer">
          {messages.useNewer}
        </button>
      </output>
      <output className="query-status" />
      <div className="query-note query-ask" role="alert" hidden>
        <p className="query-question" />
        <button type="button" className="query-go-on">
          {messages.goOn}
        </button>
        <button type="button" className="query-stop">
          {messages.cancel}
        </button>
      </div>
      <p className="query-note query-error" role="alert" hidden />
      <div className="query-result" />
      <p className="query-files" hidden>
        {messages.save}{' '}
        <button type="button" className="query-csv">
          CSV
        </button>{' '}
        <button type="button" className="query-json">
          JSON
        </button>
      </p>
    </>
  )
}

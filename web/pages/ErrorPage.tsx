import { Document } from './shell/Document.tsx'
import type { Shell } from './shell/shell.ts'
import { messageNamed, messagesFor } from '../../site/locales/messages-for.ts'

interface ErrorPageProps {
  shell: Shell
  status: number
  /** The error code, which selects the message. */
  code: string
  /** Further explanation, in English. */
  detail?: string | undefined
}

/** The page for an error reply. */
export function ErrorPage({ shell, status, code, detail }: ErrorPageProps) {
  const messages = messagesFor(shell.config)
  const isServerError = status >= 500
  const reason = isServerError ? messages.errors.other : messages.errors.bad_request
  return (
    <Document
      shell={shell}
      title={messages.errorTitle(status)}
      isIndexable={false}
      mainClass="wide-page"
    >
      <div className="message">
        <h1>{isServerError ? messages.wentWrong : messages.cannotAnswer}</h1>
        <p>{messageNamed(messages.errors, code) ?? reason}</p>
        {detail !== undefined && <p lang="en">{detail}</p>}
        <p>
          <a href="/">{messages.toStart}</a>
        </p>
      </div>
    </Document>
  )
}

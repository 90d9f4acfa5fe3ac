import { Document } from './shell/Document.tsx'
import type { Shell } from './shell/shell.ts'
import { messageOf, messagesFor } from '../../site/locales/messages-for.ts'

/** The page for an error reply. `code` is the error code, which selects the message. */
export function ErrorPage(props: { shell: Shell; status: number; code: string }) {
  const { shell, status, code } = props
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
        <p>{messageOf(messages.errors, code) ?? reason}</p>
        <p>
          <a href="/">{messages.toStart}</a>
        </p>
      </div>
    </Document>
  )
}

import { Document, type Shell } from './shell/Document.tsx'
import { wordOf, wordsFor } from '../../site/locales/messages-for.ts'

/** Says that an answer could not be given, and what can be done. */
export function ErrorPage(props: { shell: Shell; status: number; code: string }) {
  const { shell, status, code } = props
  const words = wordsFor(shell.config.language)
  const isOurs = status >= 500
  const reason = isOurs ? words.errors.other : words.errors.bad_request
  return (
    <Document shell={shell} title={words.errorTitle(status)} isIndexable={false}>
      <div className="message">
        <h1>{isOurs ? words.wentWrong : words.cannotAnswer}</h1>
        <p>{wordOf(words.errors, code) ?? reason}</p>
        <p>
          <a href="/">{words.toStart}</a>
        </p>
      </div>
    </Document>
  )
}

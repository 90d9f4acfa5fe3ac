import { Document, type Shell } from './Document.tsx'

/** Says that an answer could not be given, and what can be done. */
export function ErrorPage(props: { shell: Shell; status: number; message: string }) {
  const { shell, status, message } = props
  return (
    <Document shell={shell} title={`Error ${status}`} isIndexable={false}>
      <div className="message">
        <h1>{status < 500 ? 'This request cannot be answered' : 'Something went wrong here'}</h1>
        <p>{message}</p>
        <p>
          <a href="/">To the start page</a>
        </p>
      </div>
    </Document>
  )
}

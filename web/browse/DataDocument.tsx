import type { ReactNode } from 'react'

import { DATA_PATH } from '../../site/browse/data-address.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { Document } from '../pages/shell/Document.tsx'
import type { Shell } from '../pages/shell/shell.ts'

interface DataDocumentProps {
  shell: Shell
  /** Title of the page; that of the list of tables by default. */
  title?: string
  /** Further steps of the path, the last without a link. */
  steps?: { text: string; href?: string }[]
  children: ReactNode
}

/** The document of a page below `/_data`. Search engines index none of them. */
export function DataDocument({ shell, title, steps, children }: DataDocumentProps) {
  const { data, breadcrumbs } = messagesFor(shell.config)
  const name = title === undefined ? data.title : `${title} · ${data.title}`
  return (
    <Document shell={shell} title={name} isIndexable={false} mainClass="wide-page">
      <div className="list-page data-page">
        {steps && (
          <nav className="data-steps" aria-label={breadcrumbs}>
            <ol>
              <li>
                <a href={DATA_PATH}>{data.title}</a>
              </li>
              {steps.map(({ text, href }) => (
                <li key={text}>
                  {href === undefined ? (
                    <span aria-current="page">{text}</span>
                  ) : (
                    <a href={href}>{text}</a>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        {children}
      </div>
    </Document>
  )
}

import { messagesFor } from '../../site/locales/messages-for.ts'
import { Document } from './shell/Document.tsx'
import type { Shell } from './shell/shell.ts'

const RETRY_SECONDS = 5

/**
 * Shown until a first sync has finished, even if none is running. Needs no mirror; a script
 * (`web/islands/navigation/wait-for-site.ts`) loads the page once there is one.
 */
export function NotReadyPage({ shell }: { shell: Shell }) {
  const messages = messagesFor(shell.config)
  const title = messages.isPrepared(shell.config.name)
  return (
    <Document shell={shell} title={title} isIndexable={false} isAlone>
      <div className="message" data-retry={RETRY_SECONDS}>
        <h1>{title}</h1>
        <p>{messages.firstSync(RETRY_SECONDS)}</p>
        <p>
          <a href="/">{messages.toStart}</a>
        </p>
      </div>
    </Document>
  )
}

import { messagesFor } from '../../site/locales/messages-for.ts'
import { Document } from '../pages/shell/Document.tsx'
import type { Shell } from '../pages/shell/shell.ts'

/**
 * Shows what this browser keeps, with a button that keeps everything; also shown, without a network, for an
 * address that is not kept. Filled by a script (`fill-offline-page.ts`).
 */
export function OfflinePage({ shell }: { shell: Shell }) {
  const { offline } = messagesFor(shell.config)
  const texts = {
    'data-size': offline.size('{0}', '{1}'),
    'data-room': offline.room('{0}'),
    'data-progress': offline.progress('{0}', '{1}'),
    'data-kept': offline.kept,
    'data-full': offline.full,
    'data-unreachable': offline.unreachable
  }
  return (
    <Document shell={shell} title={offline.title} isIndexable={false} mainClass="wide-page">
      <div className="message" data-offline="" {...texts}>
        <h1>{offline.title}</h1>
        <div className="offline-missing" hidden>
          <p>{offline.missing}</p>
          <p>
            <button type="button" className="offline-again">
              {offline.again}
            </button>
          </p>
        </div>
        <p>{offline.lead}</p>
        <p className="offline-needs">{offline.needs}</p>
        <section className="offline-whole" hidden>
          <h2>{offline.whole}</h2>
          <p className="offline-size" />
          <p className="offline-room" />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <p className="offline-status" role="status" />
          <p>
            <button type="button" className="offline-keep" hidden>
              {offline.keep}
            </button>
            <button type="button" className="offline-remove" hidden>
              {offline.remove}
            </button>
          </p>
        </section>
        <section className="offline-read" hidden>
          <h2>{offline.read}</h2>
          <ul />
        </section>
      </div>
    </Document>
  )
}

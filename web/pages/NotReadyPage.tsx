import { messagesFor } from '../../site/locales/messages-for.ts'
import type { Shell } from './shell/shell.ts'

const RETRY_SECONDS = 5

/**
 * Shown until a first sync has finished, even if none is running. Needs neither the mirror nor the
 * built assets and reloads itself.
 */
export function NotReadyPage({ shell }: { shell: Pick<Shell, 'config'> }) {
  const { name, language } = shell.config
  const messages = messagesFor(shell.config)
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <title>{messages.isPrepared(name)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta httpEquiv="refresh" content={String(RETRY_SECONDS)} />
        <link rel="icon" href="data:," />
      </head>
      <body style={{ font: '18px/1.5 system-ui, sans-serif', margin: '15vh auto', width: '90%' }}>
        <main style={{ maxWidth: '34rem', margin: '0 auto' }}>
          <h1>{messages.isPrepared(name)}</h1>
          <p>{messages.firstSync(RETRY_SECONDS)}</p>
        </main>
      </body>
    </html>
  )
}

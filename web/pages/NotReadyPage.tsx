import type { Shell } from './Document.tsx'

const RETRY_SECONDS = 5

/** Stands in while the first sync runs: needs neither the mirror nor assets, and asks again by itself. */
export function NotReadyPage({ shell }: { shell?: Pick<Shell, 'config'> }) {
  const name = shell?.config.name ?? 'This site'
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${name} is being prepared`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta httpEquiv="refresh" content={String(RETRY_SECONDS)} />
        <link rel="icon" href="data:," />
      </head>
      <body style={{ font: '18px/1.5 system-ui, sans-serif', margin: '15vh auto', width: '90%' }}>
        <main style={{ maxWidth: '34rem', margin: '0 auto' }}>
          <h1>{name} is being prepared</h1>
          <p>
            The first sync is running: the pages are copied from their workspace, which takes from a
            few seconds to some minutes. This page looks again every {RETRY_SECONDS} seconds.
          </p>
        </main>
      </body>
    </html>
  )
}

import { AppShell } from '../../../web/pages/AppShell.tsx'
import { OfflinePage } from '../../../web/offline/OfflinePage.tsx'
import type { RenderContext } from '../site-shell.ts'
import { renderDocument } from '../document/render-document.ts'

/** The HTML of `/_app`: the shell of the site without content. */
export function renderApp({ shell }: RenderContext): string {
  return renderDocument(<AppShell shell={shell()} />)
}

/** The HTML of `/_offline`: what is kept in the browser. */
export function renderOffline({ shell }: RenderContext): string {
  return renderDocument(<OfflinePage shell={shell()} />)
}

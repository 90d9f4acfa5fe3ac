import { AppShell } from '../../../web/pages/AppShell.tsx'
import type { RenderContext } from '../site-shell.ts'
import { renderDocument } from '../document/render-document.ts'

/** The HTML of `/_app`: the shell of the site without content. */
export function renderApp({ shell }: RenderContext): string {
  return renderDocument(<AppShell shell={shell()} />)
}

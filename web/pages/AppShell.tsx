import { Document } from './shell/Document.tsx'
import type { Shell } from './shell/shell.ts'

/** The page frame without content. */
export function AppShell({ shell }: { shell: Shell }) {
  return (
    <Document shell={shell} title={shell.config.name} isIndexable={false}>
      {null}
    </Document>
  )
}

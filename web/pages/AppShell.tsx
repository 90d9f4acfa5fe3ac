import { Document, type Shell } from './shell/Document.tsx'

/** The frame of the site without a page in it. */
export function AppShell({ shell }: { shell: Shell }) {
  return (
    <Document shell={shell} title={shell.config.name} isIndexable={false}>
      {null}
    </Document>
  )
}

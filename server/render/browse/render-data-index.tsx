import { describeMirror } from '../../../db/describe/describe-mirror.ts'
import { questions } from '../../../db/describe/questions.ts'
import { DataIndexPage } from '../../../web/browse/DataIndexPage.tsx'
import { renderDocument } from '../document/render-document.ts'
import type { RenderContext } from '../site-shell.ts'
import { hasCoveredCollections } from './may-name-covered.ts'
import { browsedTables } from './browsed-tables.ts'

/** The HTML of `/_data`: the tables and views of the mirror, and questions that they answer. */
export function renderDataIndex({ site, shell }: RenderContext): string {
  const { mirror, publication } = site.published()
  const tables = browsedTables(site)
  const described = describeMirror(mirror)
  const index = {
    tables: described.map((table) => ({ ...table, hasRows: tables.has(table.name) })),
    questions,
    generation: publication.generation,
    publishedAt: publication.publishedAt,
    isCovered: hasCoveredCollections(site)
  }
  return renderDocument(<DataIndexPage shell={shell()} index={index} />)
}

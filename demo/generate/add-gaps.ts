import type { WorkspaceFile } from '../builder/workspace-file.ts'

const TEXTS_PER_GAP = 400
const PAGES_PER_PRIVATE = 100

/** Takes some texts away that stay listed, and makes some pages private, the root never. */
export function addGaps(workspace: WorkspaceFile): void {
  const blocks = Object.values(workspace.block)
  const texts = blocks.filter(({ type, content }) => type === 'text' && !content)
  for (const { id } of texts.filter((_, at) => at % TEXTS_PER_GAP === 0)) {
    delete workspace.block[id]
  }
  const pages = blocks.filter(({ type, id }) => type === 'page' && id !== workspace.rootPageId)
  workspace.privateIds = pages
    .filter((_, at) => at % PAGES_PER_PRIVATE === PAGES_PER_PRIVATE - 1)
    .map(({ id }) => id)
}

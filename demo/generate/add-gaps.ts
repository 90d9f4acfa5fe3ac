import type { WorkspaceFile } from '../builder/workspace-file.ts'

const TEXTS_PER_GAP = 400
const PAGES_PER_PRIVATE = 100

/**
 * Deletes some text blocks that their parents still list, and makes some pages private, but not the
 * root.
 */
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

import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { generateWorkspace } from '../../../demo/generate/generate-workspace.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, textBlock } from '../../support/workspaces/records.ts'
import { type Comparison, FollowedSite } from './followed-site.ts'

/** Ids of the pages among these answers whose HTML must be rendered again. */
const pagesIn = (answers: string[]) =>
  answers.flatMap((name) => (name.startsWith('page ') ? [name.slice('page '.length)] : []))

const listsIn = (answers: string[]) => answers.filter((name) => !/[ /]/.test(name))

function blocks({ block }: WorkspaceFile, isWanted: (each: Block) => boolean): Block[] {
  return Object.values(block).filter(isWanted)
}

/** A page with text only, and a text block on it. */
function plainPage(workspace: WorkspaceFile) {
  const isPlain = (page: Block) =>
    (page.content ?? []).length > 0 &&
    (page.content ?? []).every((id) => workspace.block[id]?.type !== 'page')
  const pages = blocks(workspace, (each) => each.type === 'page' && each.parent_table === 'block')
  for (const page of pages.filter(isPlain)) {
    const text = page.content?.find((id) => workspace.block[id]?.type === 'text')
    if (text !== undefined && page.id !== workspace.rootPageId) return { page, text }
  }
  throw new Error('the workspace has no plain page')
}

/** A site whose edits below are its second ones: the first one changes the minute of the last edit. */
async function openWiki() {
  const workspace = generateWorkspace({ pages: 30, blocksPerPage: 12 })
  const site = await FollowedSite.open(workspace)
  const change = async (run: () => void): Promise<Comparison> => {
    run()
    const comparison = await site.sync()
    expect(comparison.stale).toEqual([])
    expect(comparison.changes.isEverything).toBe(false)
    return comparison
  }
  return { site, workspace, edit: site.api.edit, change }
}

test('edits of texts, rows and titles touch only the answers that show them', async () => {
  const { site, workspace, edit, change } = await openWiki()
  const { page, text } = plainPage(workspace)
  const [row] = blocks(workspace, (each) => each.parent_table === 'collection')
  if (!row) throw new Error('the workspace has no row')

  const edited = await change(() => edit.setText(text, 'edited'))
  expect(pagesIn(edited.touched)).toEqual([page.id])
  expect(listsIn(edited.touched)).not.toContain('pages')

  const inRow = await change(() => edit.add(row.id, textBlock(900_001, 'in a row')))
  expect(pagesIn(inRow.touched)).toEqual([row.id])

  const renamed = await change(() => edit.setText(page.id, 'Another title'))
  expect(pagesIn(renamed.touched)).toContain(page.id)
  // Links, neighbours, relations and backlinks show the title.
  expect(pagesIn(renamed.touched).length).toBeLessThan(2 * pagesIn(renamed.changed).length + 3)
  expect(listsIn(renamed.touched)).toContain('pages')

  const home = workspace.rootPageId
  const fields = { space_id: workspace.spaceId }
  const added = await change(() => edit.add(home, pageBlock(900_002, 'New page', fields)))
  expect(pagesIn(added.touched).length).toBeLessThan(6)

  const { generation } = site
  const none = await change(() => {})
  expect([site.generation, none.changes.keys.size, none.touched]).toEqual([generation, 0, []])
})

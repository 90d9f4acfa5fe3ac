import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { generateWorkspace } from '../../demo/generate/generate-workspace.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { blockReferences, isPage } from '../../site/notion/blocks/block-references.ts'
import { openSite } from '../support/sites/site.ts'

const blocksOf = (workspace: WorkspaceFile) => Object.values(workspace.block)

/** Ids in records that do not belong to a record of the workspace. */
function danglingIds(workspace: WorkspaceFile): string[] {
  const { block, collection, collection_view: views, notion_user: users } = workspace
  return blocksOf(workspace).flatMap((each) => {
    const named = blockReferences(each)
    return [
      ...[...named.content, ...named.originals, ...named.pages].filter((id) => !block[id]),
      ...named.viewIds.filter((id) => !views[id]),
      ...named.userIds.filter((id) => !users[id]),
      ...[named.collectionId ?? []].flat().filter((id) => !collection[id])
    ]
  })
}

/** Nesting level of a block on its page, from 1. */
function depthOf(workspace: WorkspaceFile, block: Block): number {
  const parent = workspace.block[block.parent_id]
  return parent && !isPage(parent) ? 1 + depthOf(workspace, parent) : 1
}

test('generated workspaces are deterministic and depend on the seed', () => {
  const options = { pages: 40, blocksPerPage: 12 }
  expect(generateWorkspace(options)).toEqual(generateWorkspace(options))
  const other = generateWorkspace({ ...options, seed: 2 })
  expect(other.rootPageId).not.toBe(generateWorkspace(options).rootPageId)
})

test.each([10, 11, 99, 250])('two fifths of %i pages are rows', (pages) => {
  const found = blocksOf(generateWorkspace({ pages, blocksPerPage: 5 })).filter(isPage)
  expect(found).toHaveLength(pages)
  const rows = found.filter((page) => page.parent_table === 'collection')
  expect(rows).toHaveLength(Math.round(pages * 0.4))
})

test('pages have the requested number of blocks, nested up to five levels deep', () => {
  const workspace = generateWorkspace({ pages: 100, blocksPerPage: 60 })
  const blocks = blocksOf(workspace)
  expect(Math.abs(blocks.length / 100 - 60)).toBeLessThan(6)
  const depths = blocks.filter((block) => !isPage(block)).map((each) => depthOf(workspace, each))
  expect(Math.max(...depths)).toBe(5)
})

test('generated records contain no dangling references', () => {
  expect(danglingIds(generateWorkspace({ pages: 100, blocksPerPage: 30 }))).toEqual([])
})

test('with gaps, some records are private and some are missing', () => {
  const workspace = generateWorkspace({ pages: 300, blocksPerPage: 30, hasGaps: true })
  expect(danglingIds(workspace).length).toBeGreaterThan(5)
  expect(workspace.privateIds).toHaveLength(2)
  expect(workspace.privateIds).not.toContain(workspace.rootPageId)
})

test('views are filtered, sorted and grouped, and a fifth of the collections has a relative date filter', () => {
  const workspace = generateWorkspace({ pages: 500, blocksPerPage: 2 })
  const views = Object.values(workspace.collection_view).map((view) => JSON.stringify(view))
  const withPart = (part: string) => views.filter((view) => view.includes(part)).length
  expect(Object.keys(workspace.collection)).toHaveLength(10)
  expect(withPart('"type":"relative"')).toBe(2)
  expect(withPart('"operator":"or"')).toBeGreaterThan(2)
  expect(withPart('"descending"')).toBe(10)
  expect(withPart('"board_columns"')).toBeGreaterThan(2)
})

test('a sync of a generated workspace finds all pages, rows, blocks and views', async () => {
  const workspace = generateWorkspace({ pages: 60, blocksPerPage: 15 })
  const { result } = await openSite({ workspace })
  expect(result.report).toMatchObject({ absent: [], failed: [], unsupported: [] })
  expect(result.report.stored).toMatchObject({
    pages: 60,
    rows: 24,
    blocks: Object.keys(workspace.block).length,
    collections: Object.keys(workspace.collection).length,
    views: Object.keys(workspace.collection_view).length
  })
})

test('a number of pages below the minimum is rejected', () => {
  expect(() => generateWorkspace({ pages: 9 })).toThrow('pages is 9: write a whole number')
})

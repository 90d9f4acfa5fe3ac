import type { Block, Collection } from 'notion-types'

import type { WorkspaceEditor } from '../../demo/api/workspace-editor.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { pageBlock, record, testId, textBlock, workspaceOf } from '../support/workspaces/records.ts'

/** A public text that must be found wherever canaries are searched. */
export const PUBLIC_WORD = 'lanternlight'

const HOME = testId(500)
export const SHOWN = testId(501)

/** A workspace in which canaries are planted. */
export interface World {
  workspace: WorkspaceFile
  assets: Map<string, WorkspaceAsset>
  excludedPageIds: string[]
  /** Edits between the first sync and the second. */
  later: ((edit: WorkspaceEditor) => void)[]
  /** The next number for `testId`. */
  next: () => number
}

/** A private piece of content, and how to add it to the workspace. */
export type Planting = [what: string, plant: (world: World, canary: string) => void]

/** A root page with a text block, and a collection with a row and a `Public` checkbox. */
export function newWorld(): World {
  const shown = record(501, {
    type: 'collection_view',
    collection_id: HOME,
    view_ids: [testId(502), testId(503)]
  })
  const row = rowBlock(510, { title: [[`Row ${PUBLIC_WORD}`]], on: [['Yes']] })
  const text = textBlock(2, `a line of ${PUBLIC_WORD}`)
  const title = { name: 'Name', type: 'title' }
  const schema = {
    title,
    on: { name: 'Public', type: 'checkbox' },
    note: { name: 'Note', type: 'text' },
    others: { name: 'Others', type: 'relation', collection_id: HOME },
    tally: {
      name: 'Tally',
      type: 'rollup',
      relation_property: 'others',
      target_property: 'title'
    }
  }
  const collection = { id: HOME, version: 1, name: [['Things']], schema, parent_id: SHOWN }
  const view = { version: 1, parent_id: SHOWN, name: 'All' }
  const table = { ...view, id: testId(502), type: 'table', format: {} }
  const by = { property: 'note', type: 'text' }
  const board = { ...view, id: testId(503), type: 'board', format: { board_columns_by: by } }
  const workspace = {
    ...workspaceOf([text.id, shown.id], [text, shown, row]),
    // Only the fields that a sync reads.
    collection: { [HOME]: collection as unknown as Collection },
    collection_view: { [table.id]: table as never, [board.id]: board as never }
  }
  let number = 1000
  return { workspace, assets: new Map(), excludedPageIds: [], later: [], next: () => number++ }
}

/** Appends a block to the root page. */
export function addBlock({ workspace }: World, block: Block): string {
  workspace.block[block.id] = block
  workspace.block[workspace.rootPageId]?.content?.push(block.id)
  return block.id
}

/** Adds a text block with these fields to the root page. */
export function addText(world: World, fields: Record<string, unknown>): string {
  return addBlock(world, textBlock(world.next(), 'a line', fields))
}

/** Adds a page to the root page with these words as its title and text; returns its id. */
export function addPage(world: World, words: string, fields: Record<string, unknown> = {}): string {
  const [page, line] = [world.next(), world.next()]
  world.workspace.block[testId(line)] = textBlock(line, words, { parent_id: testId(page) })
  return addBlock(world, pageBlock(page, words, { content: [testId(line)], ...fields }))
}

/** Adds a row to the collection; its `Public` checkbox is off by default. */
export function addRow(world: World, properties: object, fields: object = {}): string {
  const row = rowBlock(world.next(), properties, fields)
  world.workspace.block[row.id] = row
  return row.id
}

/** Mentions a page in the text of the root page and in a relation of the shown row. */
export function mention(world: World, id: string): void {
  const mark = ['‣', [['p', id]]]
  addText(world, { properties: { title: [['see '], mark] } })
  const row = world.workspace.block[testId(510)]
  const { others = [] } = (row?.properties ?? {}) as { others?: unknown[] }
  Object.assign(row?.properties ?? {}, { others: [...others, mark] })
}

/** Adds a collection to the root page with views of these types; returns its id. */
export function addCollection(world: World, views: { type: string; [field: string]: unknown }[]) {
  const id = testId(world.next())
  const block = record(world.next(), { type: 'collection_view', collection_id: id })
  const viewIds = views.map((fields) => {
    const view = { id: testId(world.next()), version: 1, name: 'View', format: {}, ...fields }
    world.workspace.collection_view[view.id] = { ...view, parent_id: block.id } as never
    return view.id
  })
  const schema = { title: { name: 'Name', type: 'title' }, ok: { name: 'Ok', type: 'checkbox' } }
  const home = { id, version: 1, name: [['Asked']], schema, parent_id: block.id }
  world.workspace.collection[id] = home as never
  addBlock(world, Object.assign(block, { view_ids: viewIds }))
  return { id, blockId: block.id, viewIds }
}

/** Adds a row with a text block to another collection; both contain these words. */
export function addRowOf(world: World, home: string, words: string, fields: object = {}): string {
  const line = textBlock(world.next(), words)
  const row = rowBlock(world.next(), { title: [[words]] }, { parent_id: home, content: [line.id] })
  line.parent_id = row.id
  Object.assign(world.workspace.block, { [line.id]: line, [row.id]: { ...row, ...fields } })
  return row.id
}

/** The record of the collection. */
export function homeOf({ workspace }: World): Record<string, unknown> {
  return workspace.collection[HOME] as unknown as Record<string, unknown>
}

/** Adds fields to the record of the collection. */
export function changeHome(world: World, fields: object): void {
  Object.assign(homeOf(world), fields)
}

/** Adds a property to the collection. */
export function addProperty(world: World, id: string, property: object): void {
  const { schema } = homeOf(world) as { schema: object }
  changeHome(world, { schema: { ...schema, [id]: property } })
}

/** Adds a user who edited a block of the root page. */
export function addEditor(world: World, fields: object): void {
  const id = testId(world.next())
  world.workspace.notion_user[id] = { id, version: 1, ...fields } as never
  addText(world, { last_edited_by_id: id, properties: { title: [['‣', [['u', id]]]] } })
}

function rowBlock(number: number, properties: object, fields: object = {}): Block {
  return pageBlock(number, '', {
    parent_id: HOME,
    parent_table: 'collection',
    properties,
    ...fields
  })
}

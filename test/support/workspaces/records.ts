import type { Block } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'

const SPACE_ID = '5face000-0000-4000-8000-000000000000'
export const ROOT_ID = testId(1)

/** An id that ends in this number: `testId(7)` ends in 7. */
export function testId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Fields of a record, of any block type. */
type Fields = Record<string, unknown>

/** A block record with the required fields; `fields` adds to them or overrides them. */
export function record(number: number, fields: Fields & { type: string }): Block {
  const user = { created_by_table: 'notion_user', created_by_id: testId(900) }
  const editor = { last_edited_by_table: 'notion_user', last_edited_by_id: testId(900) }
  const common = {
    id: testId(number),
    version: 1,
    parent_id: ROOT_ID,
    parent_table: 'block',
    space_id: SPACE_ID,
    alive: true,
    created_time: Date.UTC(2026, 0, 1) + number,
    last_edited_time: Date.UTC(2026, 0, 2) + number,
    ...user,
    ...editor
  }
  // `fields` determines the block type.
  return { ...common, ...fields } as unknown as Block
}

/** A text block. */
export function textBlock(number: number, text: string, fields: Fields = {}): Block {
  return record(number, { type: 'text', properties: { title: [[text]] }, ...fields })
}

/** A page, by default below the root page. */
export function pageBlock(number: number, title: string, fields: Fields = {}): Block {
  return record(number, { type: 'page', properties: { title: [[title]] }, ...fields })
}

/** A workspace of these records; `rootContent` is the content of the root page. */
export function workspaceOf(rootContent: string[], blocks: Block[]): WorkspaceFile {
  const root = pageBlock(1, 'Home', {
    parent_id: SPACE_ID,
    parent_table: 'space',
    content: rootContent
  })
  return {
    rootPageId: ROOT_ID,
    spaceId: SPACE_ID,
    block: Object.fromEntries([root, ...blocks].map((block) => [block.id, block])),
    collection: {},
    collection_view: {},
    notion_user: {}
  }
}

/** Lists within lists. */
export function nested(levels: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import type { SpoilerConfig } from '../../site/config/config.ts'
import { pageBlock, record, testId, textBlock, workspaceOf } from '../support/workspaces/records.ts'

/** A configuration that covers the spoilers of the story. */
export const covered: SpoilerConfig = {
  mode: 'blur',
  chapters: ['1', '9'],
  property: 'Spoiler',
  sign: '🔒'
}

/** The root page with a marked page and one below it, a marked toggle, and a table with a marked row. */
export function story(): WorkspaceFile {
  const nested = pageBlock(12, 'Below the tower', { parent_id: testId(10) })
  const page = pageBlock(10, '🔒 9 The tower', { content: [testId(11), testId(12)] })
  const link = { properties: { title: [['see '], ['‣', [['p', testId(10)]]]] } }
  const toggle = record(30, {
    type: 'sub_header',
    properties: { title: [['🔒 1 Hidden heading']] },
    content: [testId(31)]
  })
  const row = (number: number, properties: object) =>
    pageBlock(number, '', { parent_id: testId(40), parent_table: 'collection', properties })
  const schema = {
    title: { name: 'Name', type: 'title' },
    s: { name: 'Spoiler', type: 'select', options: [{ id: 'o', value: '9' }] },
    fate: { name: 'Fate', type: 'text' }
  }
  const view = { id: testId(42), version: 1, type: 'table', name: 'All', parent_id: testId(41) }
  const shown = { type: 'collection_view', collection_id: testId(40), view_ids: [testId(42)] }
  const collection = {
    id: testId(40),
    version: 1,
    name: [['People']],
    schema,
    parent_id: testId(41)
  }
  const columns = ['title', 's', 'fate'].map((property) => ({ property, visible: true }))
  const blocks = [
    page,
    textBlock(11, 'the keeper falls', { parent_id: testId(10) }),
    nested,
    textBlock(20, '', link),
    toggle,
    textBlock(31, 'a secret below', { parent_id: testId(30) }),
    record(41, shown),
    row(50, { title: [['Ash']], s: [['9']], fate: [['lost at sea']] }),
    row(51, { title: [['Rowan']], fate: [['a baker']] })
  ]
  return {
    ...workspaceOf([testId(10), testId(20), testId(30), testId(41)], blocks),
    collection: { [testId(40)]: collection as never },
    collection_view: { [testId(42)]: { ...view, format: { table_properties: columns } } as never }
  }
}

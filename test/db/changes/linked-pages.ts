import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { HOME, collection, row, view } from '../../support/workspaces/collection-records.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

export const [LAMPS, FILLS] = [HOME, testId(600)]
/** An address of a picture that browsers load from Unsplash. */
export const UNSPLASH = 'https://images.unsplash.com/photo-1'
/** A page that the workspace does not have; blocks on it are synced blocks of other pages. */
const ELSEWHERE = testId(99)

export const on = (parent: number) => ({ parent_id: testId(parent) })
export const contentOf = (...numbers: number[]) => ({ content: numbers.map(testId) })
export const textOf = (title: unknown) => ({ properties: { title } })
export const mention = (number: number) => [['‣', [['p', testId(number)]]]]
const copyOf = (number: number) => ({
  type: 'transclusion_reference',
  format: { transclusion_reference_pointer: { id: testId(number) } }
})
export const coverOf = (cover: string): object => ({ cover })
export const aliasOf = (number: number) => ({
  type: 'alias',
  format: { alias_pointer: { id: testId(number) } }
})
export const linkTo = (page: number, block: number) => {
  const [path, fragment] = [page, block].map((number) => testId(number).replaceAll('-', ''))
  return [['see', [['a', `/${path}#${fragment}`]]]]
}

function byId<T extends { id: string }>(records: T[]): Record<string, T> {
  return Object.fromEntries(records.map((each) => [each.id, each]))
}

/** Pages that show blocks, rows and values of each other. */
export function linkedPages(): WorkspaceFile {
  const container = (number: number, fields: object) =>
    record(number, { type: 'transclusion_container', ...fields })
  const copy = (number: number, page: number, original: number) =>
    record(number, { ...copyOf(original), ...on(page) })
  const blocks = [
    pageBlock(10, 'Lamp', contentOf(11, 12)),
    copy(11, 10, 21),
    copy(12, 10, 80),
    pageBlock(20, 'Oil', contentOf(21, 22, 23, 25, 26)),
    container(21, { ...on(20), ...contentOf(24) }),
    textBlock(24, 'flows', on(21)),
    textBlock(22, 'burns', on(20)),
    textBlock(23, 'smells', on(20)),
    textBlock(26, 'drips', on(20)),
    textBlock(25, '', { ...on(20), ...textOf(mention(60)) }),
    pageBlock(30, 'Wick', contentOf(31, 32, 33, 34, 36)),
    ...[31, 32, 33].map((number) => textBlock(number, 'glows', on(30))),
    record(34, {
      type: 'collection_view',
      ...on(30),
      collection_id: FILLS,
      view_ids: [testId(35)]
    }),
    record(36, { ...aliasOf(26), ...on(30) }),
    row(60, FILLS, { lamps: mention(40), grade: [['full']] }),
    row(61, FILLS),
    pageBlock(50, 'Wax', contentOf(51, 52)),
    textBlock(51, '', { ...on(50), ...textOf(linkTo(30, 22)) }),
    copy(52, 50, 84),
    record(70, {
      type: 'collection_view_page',
      collection_id: LAMPS,
      view_ids: [testId(71), testId(72)]
    }),
    row(40, LAMPS, { oil: [['1']], kind: [['old']], note: [['dim']] }),
    { ...row(41, LAMPS, { kind: [['new']] }), last_edited_by_id: testId(901) },
    // Both synced blocks list the same block; a page with a copy of the first one reads what is in it.
    container(80, { parent_id: ELSEWHERE, ...contentOf(81) }),
    container(84, { parent_id: ELSEWHERE, ...contentOf(81) }),
    record(81, { type: 'toggle', ...on(84), ...contentOf(82) }),
    record(82, { type: 'toggle', ...on(81), ...contentOf(83) })
  ]
  const shown = (...properties: string[]) => ({
    table_properties: properties.map((property) => ({ property, visible: true }))
  })
  const lamps = {
    oil: { name: 'Oil', type: 'number' },
    kind: { name: 'Kind', type: 'select', options: [] },
    note: { name: 'Note', type: 'text' },
    also: { name: 'Aliases', type: 'text' },
    by: { name: 'By', type: 'last_edited_by' }
  }
  const rollup = { type: 'rollup', relation_property: 'lamps', target_property: 'oil' }
  const fills = {
    lamps: { name: 'Lamps', type: 'relation', collection_id: LAMPS },
    grade: { name: 'Grade', type: 'select', options: [] },
    sum: { name: 'Sum', ...rollup, aggregation: 'sum' }
  }
  const user = (number: number, name: string) => ({
    id: testId(number),
    version: 1,
    given_name: name
  })
  const views = [
    view(35, { ...on(34), collection_id: FILLS, format: shown('sum') }),
    view(71, { ...on(70), collection_id: LAMPS, format: shown('note', 'by') }),
    view(72, { ...on(70), collection_id: LAMPS })
  ]
  const collections = [
    { ...collection(LAMPS, '', lamps), name: [['Lamps, '], ...mention(20)] as never, ...on(70) },
    { ...collection(FILLS, 'Fills', fills), ...on(34) }
  ]
  return {
    ...workspaceOf([10, 20, 30, 50, 70].map(testId), blocks),
    collection: byId(collections),
    collection_view: byId(views),
    notion_user: byId([user(900, 'Cy'), user(901, 'Bo')]) as never
  }
}

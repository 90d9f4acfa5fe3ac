import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { generateWorkspace } from '../../../demo/generate/generate-workspace.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { randomWorkspace } from '../../support/workspaces/random-workspace.ts'
import { propertySettings } from '../../support/run/sweep.ts'
import { FollowedSite } from './followed-site.ts'
import { type Edit, SampleEditor } from './sample-editor.ts'

interface Settings {
  assets?: Map<string, WorkspaceAsset>
  /** Of the publications to compare; large workspaces have a quarter of them each. */
  share: number
}

const natural = fc.nat({ max: 100_000 })
const step = fc.record({
  edits: fc.array(fc.tuple(natural, natural, natural), { minLength: 1, maxLength: 3 }),
  isFull: fc.boolean()
})

test.each([
  ['the sample', () => sampleWorkspace(), { assets: sampleAssets, share: 1 / 4 }],
  ['a generated wiki', () => generateWorkspace({ pages: 30, blocksPerPage: 12 }), { share: 1 / 4 }],
  ['small pages', () => randomWorkspace(12), { share: 1 }]
])(
  'after any edits of %s, an answer whose keys are untouched is the same',
  async (_name, makeWorkspace, { assets, share }: Settings) => {
    const site = await FollowedSite.open(makeWorkspace(), assets)
    const editor = new SampleEditor(site.api.edit, site.workspace)
    const log: string[] = []
    const property = fc.asyncProperty(step, async ({ edits, isFull }) => {
      log.push(...edits.map((edit: Edit) => editor.apply(edit)), isFull ? 'full sync' : 'sync')
      const { stale } = await site.sync({ isFull })
      expect({ stale, log: stale.length > 0 ? log.slice(-4) : [] }).toEqual({ stale: [], log: [] })
    })
    // Each run continues with the workspace of the last one, so a failure cannot be made smaller.
    await fc.assert(property, { ...propertySettings(4, share), endOnFailure: true })
  }
)

const [LAMPS, FILLS] = [HOME, testId(600)]
/** A page that the workspace does not have; blocks on it are synced blocks of other pages. */
const ELSEWHERE = testId(99)

const on = (parent: number) => ({ parent_id: testId(parent) })
const contentOf = (...numbers: number[]) => ({ content: numbers.map(testId) })
const textOf = (title: unknown) => ({ properties: { title } })
const mention = (number: number) => [['‣', [['p', testId(number)]]]]
const linkTo = (page: number, block: number) => {
  const [path, fragment] = [page, block].map((number) => testId(number).replaceAll('-', ''))
  return [['see', [['a', `/${path}#${fragment}`]]]]
}

function byId<T extends { id: string }>(records: T[]): Record<string, T> {
  return Object.fromEntries(records.map((each) => [each.id, each]))
}

/** Pages that show blocks, rows and values of each other. */
function linkedPages(): WorkspaceFile {
  const container = (number: number, fields: object) =>
    record(number, { type: 'transclusion_container', ...fields })
  const copy = (number: number, page: number, original: number) => {
    const format = { transclusion_reference_pointer: { id: testId(original) } }
    return record(number, { type: 'transclusion_reference', ...on(page), format })
  }
  const blocks = [
    pageBlock(10, 'Lamp', contentOf(11, 12)),
    copy(11, 10, 21),
    copy(12, 10, 80),
    pageBlock(20, 'Oil', contentOf(21, 22, 23)),
    container(21, { ...on(20), ...contentOf(24) }),
    textBlock(24, 'flows', on(21)),
    textBlock(22, 'burns', on(20)),
    textBlock(23, 'smells', on(20)),
    pageBlock(30, 'Wick', contentOf(31, 32, 33, 34)),
    ...[31, 32, 33].map((number) => textBlock(number, 'glows', on(30))),
    record(34, {
      type: 'collection_view',
      ...on(30),
      collection_id: FILLS,
      view_ids: [testId(35)]
    }),
    row(60, FILLS, { lamps: mention(40) }),
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
    by: { name: 'By', type: 'last_edited_by' }
  }
  const rollup = { type: 'rollup', relation_property: 'lamps', target_property: 'oil' }
  const fills = {
    lamps: { name: 'Lamps', type: 'relation', collection_id: LAMPS },
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
    { ...collection(LAMPS, 'Lamps', lamps), ...on(70) },
    { ...collection(FILLS, 'Fills', fills), ...on(34) }
  ]
  return {
    ...workspaceOf([10, 20, 30, 50, 70].map(testId), blocks),
    collection: byId(collections),
    collection_view: byId(views),
    notion_user: byId([user(900, 'Cy'), user(901, 'Bo')]) as never
  }
}

test('each edit within the minute of the last one touches what shows it', async () => {
  const site = await FollowedSite.open(linkedPages())
  const { block } = site.workspace
  /** Changes a record, but no time: another edit in the same minute does not. */
  const change = (number: number, fields: object) => {
    const changed = site.api.edit.read(testId(number))
    Object.assign(block, { [changed.id]: { ...changed, ...fields, version: changed.version + 1 } })
  }
  const setValue = (number: number, property: string, value: unknown) => {
    const { properties } = site.api.edit.read(testId(number))
    change(number, { properties: { ...properties, [property]: value } })
  }
  /** Each one touches a key that no other key stands in for. */
  const edits: Record<string, () => void> = {
    'colour of a block': () => change(23, { format: { block_color: 'red' } }),
    'block that a link names, moved to another page': () => {
      change(22, on(30))
      change(20, contentOf(21, 23))
      change(30, contentOf(31, 32, 33, 34, 22))
    },
    'new block on no page': () => {
      block[testId(83)] = record(83, { type: 'divider', ...on(82) })
    },
    'views of a database': () => change(70, { view_ids: [testId(72), testId(71)] }),
    'format of a value': () => setValue(40, 'note', [['dim', [['b']]]]),
    'value that another row adds up': () => setValue(40, 'oil', [['2']]),
    'option of a row': () => setValue(40, 'kind', [['new']]),
    'relation to a row': () => setValue(60, 'lamps', [...mention(40), [','], ...mention(41)]),
    'mention of a page': () => change(31, textOf(mention(20))),
    'link into a synced block': () => change(32, textOf(linkTo(20, 24))),
    'link with the path of another page than its block': () => change(33, textOf(linkTo(30, 23))),
    'editor of a row': () => change(40, { last_edited_by_id: testId(901) }),
    'name of an editor': () => site.api.edit.changeUser(testId(901), { given_name: 'Ada' }),
    'picture from Unsplash': () =>
      change(50, { format: { page_cover: 'https://images.unsplash.com/photo-1' } })
  }
  const found: Record<string, string[]> = {}
  for (const [name, edit] of Object.entries(edits)) {
    edit()
    // A full sync: some of these edits change no version that a sync looks at.
    const { changes, changed, stale } = await site.sync({ isFull: true })
    expect([changes.isEverything, changed.length > 0], name).toEqual([false, true])
    found[name] = stale
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(edits).map((name) => [name, []])))
})

test('a renamed page touches the pages with a link to its new path', async () => {
  const rows = Array.from({ length: 14 }, (_, index) =>
    row(100 + index, LAMPS, { kind: [['new']] })
  )
  const link = textBlock(10, '', { ...on(100), ...textOf([['see', [['a', '/tallow']]]]) })
  const kind = { name: 'Kind', type: 'select', options: [] }
  const workspace = withCollections(
    { collection_id: LAMPS },
    {
      collections: [collection(LAMPS, 'Lamps', { kind })],
      views: [view(502, { collection_id: LAMPS })],
      blocks: [...rows, link]
    }
  )
  Object.assign(workspace.block[testId(100)] ?? {}, contentOf(10))
  const site = await FollowedSite.open(workspace)
  site.api.edit.setText(testId(113), 'Tallow')
  const { changed, stale } = await site.sync()
  // The option that they share is too common to relate them without the link.
  expect(changed).toContain(`page ${testId(100)}`)
  expect(stale).toEqual([])
})

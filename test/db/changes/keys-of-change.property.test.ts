import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { generateWorkspace } from '../../../demo/generate/generate-workspace.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import {
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { record, testId, textBlock } from '../../support/workspaces/records.ts'
import { randomWorkspace } from '../../support/workspaces/random-workspace.ts'
import { isSweep, propertySettings } from '../../support/run/sweep.ts'
import { FollowedSite } from './followed-site.ts'
import {
  FILLS,
  LAMPS,
  UNSPLASH,
  aliasOf,
  contentOf,
  coverOf,
  linkTo,
  linkedPages,
  mention,
  on,
  textOf
} from './linked-pages.ts'
import { type Edit, SampleEditor } from './sample-editor.ts'

interface Settings {
  assets?: Map<string, WorkspaceAsset>
  /** Of the publications to compare; large workspaces have a quarter of them each. */
  share: number
}

const sample: [string, () => WorkspaceFile, Settings] = [
  'the sample',
  () => sampleWorkspace(),
  { assets: sampleAssets, share: 1 / 4 }
]
const natural = fc.nat({ max: 100_000 })
const step = fc.record({
  edits: fc.array(fc.tuple(natural, natural, natural), { minLength: 1, maxLength: 3 }),
  isFull: fc.boolean()
})

test.each([
  // One edit of it takes as long as all of the others: 160 pages are read twice.
  ...(isSweep ? [sample] : []),
  ['a generated wiki', () => generateWorkspace({ pages: 30, blocksPerPage: 12 }), { share: 1 / 4 }],
  ['small pages', () => randomWorkspace(12), { share: 1 }]
])(
  'after any edits of %s, an answer whose keys are untouched is the same',
  async (_name, makeWorkspace, { assets, share }: Settings) => {
    const site = await FollowedSite.open(makeWorkspace(), { assets })
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

/** Functions that change a record, but no time: another edit in the same minute does not. */
function untimed({ api, workspace: { block } }: FollowedSite) {
  const change = (number: number, fields: object) => {
    const changed = api.edit.read(testId(number))
    Object.assign(block, { [changed.id]: { ...changed, ...fields, version: changed.version + 1 } })
  }
  const setValue = (number: number, property: string, value: unknown) => {
    const { properties } = api.edit.read(testId(number))
    change(number, { properties: { ...properties, [property]: value } })
  }
  return { change, setValue }
}

type Edits = Record<string, () => void>

/** Each edit makes an answer stale if its key is left out: it touches no other key of that answer. */
function blockAndValueEdits(site: FollowedSite): Edits {
  const { change, setValue } = untimed(site)
  const { block } = site.workspace
  return {
    'colour of a block': () => change(23, { format: { block_color: 'red' } }),
    'block that a link names, moved to another page': () => {
      change(22, on(30))
      change(20, contentOf(21, 23, 25, 26))
      change(30, contentOf(31, 32, 33, 34, 36, 22))
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
    'name of an editor': () => site.api.edit.changeUser(testId(901), { given_name: 'Ada' })
  }
}

/** Runs after the edits above. Edits in one entry touch no common key: each sync costs time. */
function pageAndDatabaseEdits(site: FollowedSite): Edits {
  const { change, setValue } = untimed(site)
  const { edit } = site.api
  return {
    'title with the same path': () => setValue(20, 'title', [['OIL']]),
    'title of the root page, found by its slug': () => setValue(1, 'title', [['Nowhere']]),
    'block that an alias shows, and other name of a row': () => {
      change(36, aliasOf(25))
      setValue(41, 'also', [['Torch']])
    },
    // As recorded: neither the view nor a row has this order.
    'order of rows': () => {
      site.workspace.query = { [LAMPS]: { [testId(72)]: [41, 40].map(testId) } }
    },
    'option taken from a row, and icon of a page': () => {
      setValue(40, 'kind', [['old']])
      change(10, { format: { page_icon: '🔥' } })
    },
    // Only the first picture from Unsplash changes an answer: a later edit removes it for the next one.
    'cover of a database': () => edit.changeCollection(LAMPS, coverOf(UNSPLASH)),
    'name of a database on a page': () => {
      edit.changeCollection(FILLS, { name: [['Refills']] })
      edit.changeCollection(LAMPS, coverOf(''))
    },
    'heading, name of a view, and portrait from Unsplash': () => {
      change(33, { type: 'header' })
      edit.changeView(testId(72), { name: 'Shelf' })
      edit.changeUser(testId(900), { profile_photo: UNSPLASH })
    },
    'row that becomes a sub-page': () => {
      change(61, { ...on(30), parent_table: 'block' })
      change(30, contentOf(31, 32, 33, 34, 36, 22, 61))
      edit.changeUser(testId(900), { profile_photo: '' })
    },
    'picture from Unsplash': () => change(50, { format: { page_cover: UNSPLASH } })
  }
}

/** Pages whose copies for reading offline the list of versions does not tell to be outdated. */
const outdatedOffline = {
  'new block on no page': [10, 50].map(testId),
  'option of a row': [testId(41)],
  'name of an editor': [70, 40, 41].map(testId),
  'order of rows': [40, 41].map(testId)
}

test('each edit within the minute of the last one touches what shows it', async () => {
  const site = await FollowedSite.open(linkedPages())
  const edits = { ...blockAndValueEdits(site), ...pageAndDatabaseEdits(site) }
  const found: Record<string, string[]> = {}
  const sameVersions: Record<string, string[]> = {}
  for (const [name, edit] of Object.entries(edits)) {
    edit()
    // A full sync: some of these edits change no version that a sync looks at.
    const { changes, changed, stale, sameVersion } = await site.sync({ isFull: true })
    if (sameVersion.length > 0) sameVersions[name] = sameVersion
    expect([changes.isEverything, changed.length > 0], name).toEqual([false, true])
    found[name] = stale
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(edits).map((name) => [name, []])))
  expect(sameVersions).toEqual(outdatedOffline)
})

test('a spoiler touches what shows the covered rows below it', async () => {
  const rules = { spoilers: { mode: 'blur', sign: '⚠' } } as const
  const site = await FollowedSite.open(linkedPages(), { rules })
  untimed(site).setValue(30, 'title', [['⚠ Wick']])
  const { changed, stale, sameVersion } = await site.sync()
  // The text of this page names a covered row, and the only option of `FILLS` has only covered rows.
  expect(changed).toEqual(expect.arrayContaining([`facts ${testId(20)}`, 'tags']))
  expect([stale, sameVersion]).toEqual([[], []])
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

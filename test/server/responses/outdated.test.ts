import type { Decoration } from 'notion-types'
import { expect, test } from 'vitest'

import type { WorkspaceEditor } from '../../../demo/api/workspace-editor.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { fragmentPath } from '../../../site/addresses/fragment-path.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import {
  BLOCK,
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
import { keptSite } from './kept-site.ts'

interface Scene {
  workspace: WorkspaceFile
  config?: Partial<SiteConfigInput>
  edit: (editor: WorkspaceEditor) => void
}

/** The texts of kept responses, joined, before and after an edit. */
async function aroundEdit(
  urls: string | string[],
  { workspace, config = {}, edit }: Scene
): Promise<string[]> {
  const site = await keptSite(workspace, { config })
  const app = await site.open({ cache: { maxStaleMs: 0 } })
  const read = async () => {
    const bodies: string[] = []
    for (const url of [urls].flat()) bodies.push((await app.inject(url)).body)
    return bodies.join('\n')
  }
  const before = await read()
  edit(site.api.edit)
  await site.sync()
  return [before, await read()]
}

const covering = { spoilers: { mode: 'blur' as const, sign: '🔒', chapters: ['3'] } }

const BETA = 'https://wiki.example.org/beta'
const linkTo = (url: string) => ({ title: [['the traitor', [['a', url]]]] })
const linking: [what: string, type: string, properties: object][] = [
  ['address', 'text', linkTo(BETA)],
  ['path', 'text', linkTo('/beta')],
  ['bookmark', 'bookmark', { link: [[BETA]], title: [['The traitor']] }]
]

test.each(linking)('a link by %s to a row that becomes a spoiler is covered', async (...link) => {
  const [, type, properties] = link
  const page = pageBlock(2, 'Linking', { content: [testId(20)] })
  const block = record(20, { type, parent_id: page.id, properties })
  const mark = { name: 'Spoiler', type: 'select', options: [{ id: 'o', value: '3' }] }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'People', { mark })],
      views: [view(601, { format: { collection_pointer: { id: HOME } } })],
      blocks: [page, block, row(700, HOME, { title: [['Beta']] })]
    }
  )
  setRootContent(workspace, [2, BLOCK])
  const edit: Scene['edit'] = (editor) => editor.setProperty(testId(700), 'mark', [['3']])
  const texts = await aroundEdit('/linking', { workspace, config: covering, edit })
  expect(texts.map((each) => each.includes('data-spoiler="3"'))).toEqual([false, true])
})

const covers: [what: string, edit: Scene['edit']][] = [
  ['becomes a spoiler', (editor) => editor.setText(testId(20), '🔒 3: The tower')],
  ['moves into a spoiler', (editor) => editor.move(testId(20), testId(22))]
]

test.each(covers)('a database is covered on other pages if its toggle %s', async (_, edit) => {
  const shown = { type: 'collection_view', collection_id: HOME, view_ids: [testId(602)] }
  const pointer = { format: { collection_pointer: { id: HOME } } }
  const workspace = withCollections(
    { collection_id: HOME, view_ids: [testId(601)], parent_id: testId(20) },
    {
      collections: [collection(HOME, 'Traitors')],
      views: [view(601, pointer), view(602, { ...pointer, parent_id: testId(31) })],
      blocks: [
        toggle(20, 'Plain', [testId(BLOCK)]),
        toggle(22, '🔒 3: Marked', []),
        pageBlock(3, 'Elsewhere', { content: [testId(31)] }),
        record(31, { ...shown, parent_id: testId(3) })
      ]
    }
  )
  setRootContent(workspace, [20, 22, 3])
  const texts = await aroundEdit('/elsewhere', { workspace, config: covering, edit })
  expect(texts.map((each) => each.includes('data-spoiler="3"'))).toEqual([false, true])
})

test('the tree and the feed have the name of a collection after it is renamed', async () => {
  const other = testId(510)
  const viewOf = (number: number, id: string, parent: number) =>
    view(number, {
      name: 'Table',
      parent_id: testId(parent),
      format: { collection_pointer: { id } }
    })
  const workspace = withCollections(
    { collection_id: other, view_ids: [testId(603)] },
    {
      collections: [
        { ...collection(HOME, 'First'), parent_id: testId(2) },
        collection(other, 'Second')
      ],
      views: [viewOf(601, HOME, 2), viewOf(602, other, 2), viewOf(603, other, BLOCK)],
      blocks: [
        record(2, {
          type: 'collection_view_page',
          collection_id: HOME,
          view_ids: [testId(601), testId(602)]
        })
      ]
    }
  )
  setRootContent(workspace, [2, BLOCK])
  const edit: Scene['edit'] = (editor) => editor.changeCollection(other, { name: [['Renamed']] })
  const urls = [fragmentPath('tree', '/first'), '/feed.xml']
  const texts = await aroundEdit(urls, { workspace, edit })
  expect(texts.map((each) => each.match(/(?<=v=)(second|renamed)-table/)?.[0])).toEqual([
    'second-table',
    'renamed-table'
  ])
  // No page has another time of its last edit.
  expect(texts.map((each) => each.match(/<content[^]*(Second|Renamed)/)?.[1])).toEqual([
    'Second',
    'Renamed'
  ])
})

test('a block that two pages list has an anchor in both documents once a link leads to it', async () => {
  const plain = (number: number) => undashId(testId(number))
  const workspace = workspaceOf([2, 3, 4].map(testId), [
    pageBlock(2, 'Owner', { content: [testId(20)] }),
    textBlock(20, 'shared', { parent_id: testId(2) }),
    pageBlock(3, 'Lister', { content: [testId(20)] }),
    pageBlock(4, 'Linker', { content: [testId(40)] }),
    textBlock(40, 'go', { parent_id: testId(4) })
  ])
  const link: Decoration[] = [['go', [['a', `/${plain(2)}#${plain(20)}`]]]]
  const edit: Scene['edit'] = (editor) => editor.setProperty(testId(40), 'title', link)
  const texts = await aroundEdit('/lister.md', { workspace, edit })
  expect(texts.map((each) => each.includes(`<a id="${plain(20)}">`))).toEqual([false, true])
})

const mentionOf = (number: number) => [['‣', [['p', testId(number)]]]]
const translated = { translations: { relation: 'Translation', language: 'Language' } }
const translatedSchema = (name = 'Translation') => ({
  lang: { name: 'Language', type: 'text' },
  rel: { name, type: 'relation', collection_id: HOME }
})

test('a page names a translation whose relation gets the configured name', async () => {
  const french = testId(510)
  const workspace = withCollections(
    {},
    {
      collections: [
        collection(HOME, 'English', translatedSchema()),
        collection(french, 'French', translatedSchema('Original'))
      ],
      views: [
        view(601, { format: { collection_pointer: { id: HOME } } }),
        view(602, { format: { collection_pointer: { id: french } } })
      ],
      blocks: [
        row(700, HOME, { lang: [['en']], rel: mentionOf(701) }),
        row(701, HOME, { lang: [['de']] }),
        row(710, french, { lang: [['fr']], rel: mentionOf(701) })
      ]
    }
  )
  const { schema } = collection(french, 'French', translatedSchema())
  const edit: Scene['edit'] = (editor) => editor.changeCollection(french, { schema })
  const texts = await aroundEdit('/row-700', { workspace, config: translated, edit })
  expect(texts.map((each) => /hreflang="fr"/i.test(each))).toEqual([false, true])
})

test('a row connects translations when it is on the site', async () => {
  const open = { open: [['Yes']] }
  const schema = { ...translatedSchema(), open: { name: 'Public', type: 'checkbox' } }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps', schema)],
      views: [view(601, { collection_id: HOME })],
      blocks: [
        row(700, HOME, { ...open, lang: [['en']], rel: mentionOf(701) }),
        row(701, HOME, { lang: [['de']] }),
        row(710, HOME, { ...open, lang: [['fr']], rel: mentionOf(701) })
      ]
    }
  )
  const edit: Scene['edit'] = (editor) => editor.setProperty(testId(701), 'open', [['Yes']])
  const texts = await aroundEdit('/row-700', { workspace, config: translated, edit })
  expect(texts.map((each) => /hreflang="fr"/i.test(each))).toEqual([false, true])
})

function toggle(number: number, title: string, content: string[]) {
  return record(number, { type: 'toggle', properties: { title: [[title]] }, content })
}

function setRootContent({ block, rootPageId }: WorkspaceFile, numbers: number[]): void {
  Object.assign(block[rootPageId] ?? {}, { content: numbers.map(testId) })
}

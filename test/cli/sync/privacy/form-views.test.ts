import { expect, test } from 'vitest'

import {
  BLOCK,
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { ROOT_ID, pageBlock, record, testId } from '../../../support/workspaces/records.ts'
import { openSyncedMirror, openSyncedSite } from '../synced-site.ts'

const form = view(510, { type: 'form_editor', name: 'Tell us' })
const responses = Array.from({ length: 30 }, (_, index) => row(520 + index, HOME))
const described = { ...collection(HOME, 'Sightings'), description: [['What have you seen?']] }
const records = { collections: [described], views: [form], blocks: responses }
const formOnly = () => structuredClone(withCollections({ collection_id: HOME }, records))
const formAndTable = (fields: object = {}) => {
  const views = [form, view(511, fields)]
  return structuredClone(withCollections({ collection_id: HOME }, { ...records, views }))
}
const approved = {
  property: 'title',
  filter: { operator: 'string_is', value: { type: 'exact', value: 'Row 520' } }
}

test.each(['form_editor', 'form'])(
  'a view of type %s shows its name, description and link without a query for rows',
  async (type) => {
    const workspace = formOnly()
    Object.assign(workspace.collection_view[form.id] ?? {}, { type })
    const { app, api, mirror } = await openSyncedSite({ workspace })
    const { body } = await app.inject('/')
    expect(body).toContain('What have you seen?')
    expect(body).toContain('Fill in “Tell us” in the workspace')
    const [block, id] = [testId(BLOCK), form.id].map((each) => each.replaceAll('-', ''))
    expect(body).toContain(`href="https://www.notion.so/${block}?v=${id}"`)
    expect(body).not.toContain('Row 520')
    expect(mirror.$client.prepare('select title from page').pluck().all()).toEqual(['Home'])
    expect(api.requests.filter(({ endpoint }) => endpoint === 'queryCollection')).toEqual([])
  }
)

const formBlock = record(700, {
  type: 'form',
  parent_id: form.id,
  parent_table: 'collection_view',
  properties: { title: [['Report a lamp']] },
  format: { form_config: { description: [['Only lit ones.']] } }
})
const formHref = `https://www.notion.so/${formBlock.id.replaceAll('-', '')}`

function withFormBlock(blocks: Record<string, typeof formBlock>) {
  const workspace = formOnly()
  const format = { form_block_pointer: { id: formBlock.id, table: 'block' } }
  Object.assign(workspace.collection_view[form.id] ?? {}, { format })
  Object.assign(workspace.block, structuredClone(blocks))
  return workspace
}

test('a form view has the title and description of its form block, and links to it', async () => {
  const workspace = withFormBlock({ [formBlock.id]: formBlock })
  const { app, result } = await openSyncedSite({ workspace })
  expect(result.report).toMatchObject({ absent: [], unsupported: [], failed: [] })
  const { body } = await app.inject('/')
  for (const part of ['Report a lamp', 'Only lit ones.', `href="${formHref}"`]) {
    expect(body).toContain(part)
  }
  const markdown = (await app.inject('/index.md')).body
  expect(markdown).toContain(`Only lit ones.\n\n[Report a lamp](${formHref})`)
})

test('an edit of a form block is published', async () => {
  const workspace = withFormBlock({ [formBlock.id]: formBlock })
  const { api, app, sync } = await openSyncedSite({ workspace })
  expect((await sync()).isPublished).toBe(false)
  api.edit.setText(formBlock.id, 'Report a shrine')
  await sync()
  expect((await app.inject('/')).body).toContain('Report a shrine')
})

test('an unreadable form block leaves the name of its view', async () => {
  const { app } = await openSyncedSite({ workspace: withFormBlock({}) })
  expect((await app.inject('/')).body).toContain(`href="${formHref}"`)
  expect((await app.inject('/index.md')).body).toContain(`[Tell us](${formHref})`)
})

test('rows that a table shows are published, and the form view beside it shows none', async () => {
  const { app, mirror } = await openSyncedSite({ workspace: formAndTable() })
  expect(mirror.$client.prepare('select count(*) from page').pluck().get()).toBe(31)
  const [asForm, asTable] = await Promise.all(
    [form.id, testId(511)].map((id) => app.inject(`/?v=${id.replaceAll('-', '')}`))
  )
  expect(asForm?.body).not.toContain('Row 521')
  expect(asTable?.body).toContain('Row 521')
})

test('responses that the other views of a form filter or hide are not published', async () => {
  const groups = ['Row 520', 'Row 521'].map((value, index) => ({
    property: 'title',
    hidden: index === 1,
    value: { type: 'title', value }
  }))
  const by = { property: 'title', type: 'title' }
  const board = { type: 'board', format: { board_columns_by: by, board_columns: groups } }
  for (const fields of [{ query2: { filter: approved } }, board]) {
    const workspace = formAndTable(fields)
    if (fields === board) for (const { id } of responses.slice(2)) delete workspace.block[id]
    const { mirror } = await openSyncedMirror({ workspace })
    const titles = mirror.$client.prepare('select title from page order by position').pluck().all()
    expect(titles).toEqual(['Home', 'Row 520'])
  }
})

test('responses leave the site with the last view that shows them', async () => {
  const { api, app, sync, mirror } = await openSyncedSite({ workspace: formAndTable() })
  expect((await app.inject('/row-521')).statusCode).toBe(200)
  api.edit.change(testId(BLOCK), { view_ids: [form.id] })
  const { report, generation } = await sync()
  expect([report.failed, generation]).toEqual([[], 2])
  expect(mirror.$client.prepare('select title from page').pluck().all()).toEqual(['Home'])
  // Nothing is kept of withheld records.
  expect(mirror.$client.prepare('select id from gone_page').all()).toEqual([])

  const again = await sync()
  expect([again.isPublished, again.report.absent]).toEqual([false, []])
})

test('a linked response is left out with a reason, and its page is not read', async () => {
  const link = record(502, { type: 'text', properties: { title: [['‣', [['p', testId(521)]]]] } })
  const workspace = formOnly()
  workspace.block[link.id] = link
  workspace.block[ROOT_ID]?.content?.push(link.id)
  const { result, mirror } = await openSyncedMirror({ workspace })
  expect(result.report.absent).toMatchObject([{ id: testId(521), reason: 'response' }])
  expect(mirror.$client.serialize().includes('Row 521')).toBe(false)
})

test('a form found through a link also withholds rows read before it', async () => {
  const linked = record(600, {
    type: 'collection_view',
    parent_id: testId(601),
    collection_id: HOME,
    view_ids: [form.id]
  })
  const far = pageBlock(601, 'Form', { parent_id: testId(999), content: [linked.id] })
  const properties = { title: [['‣', [['p', far.id]]]] }
  const workspace = formAndTable({ query2: { filter: approved } })
  Object.assign(workspace.block, { [linked.id]: linked, [far.id]: far })
  Object.assign(workspace.block[testId(BLOCK)] ?? {}, { view_ids: [testId(511)], properties })
  const { mirror } = await openSyncedMirror({ workspace })
  const titles = mirror.$client.prepare('select title from page order by title').pluck().all()
  expect(titles).toEqual(['Form', 'Home', 'Row 520'])
})

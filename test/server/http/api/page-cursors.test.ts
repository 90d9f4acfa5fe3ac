import { expect, test } from 'vitest'

import { type TestSite, openSite } from '../../../support/sites/site.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../../support/workspaces/records.ts'

/** Pages 10 to 19 in order; 20 and 21 are below 19. */
const workspace = () => {
  const top = Array.from({ length: 10 }, (_, index) => testId(10 + index))
  const below = { parent_id: testId(19) }
  return workspaceOf(top, [
    ...top.map((id, index) =>
      pageBlock(10 + index, `Page ${index}`, id === testId(19) ? { content: subPages } : {})
    ),
    ...[20, 21].map((number) => pageBlock(number, `Below ${number}`, below))
  ])
}
const subPages = [testId(20), testId(21)]

type Edit = TestSite['api']['edit']
interface Part {
  pages: { id: string }[]
  nextCursor: string | null
}

const idsOf = ({ pages }: Part) => pages.map(({ id }) => id)

async function readPart({ app }: TestSite, search: string): Promise<Part> {
  const reply = await app.inject(`/api/pages?${search}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

/** The ids of all parts that follow. */
async function readRest(site: TestSite, search: string, cursor: string | null): Promise<string[]> {
  if (cursor === null) return []
  const part = await readPart(site, `${search}&cursor=${cursor}`)
  return [...idsOf(part), ...(await readRest(site, search, part.nextCursor))]
}

/** Reads the first part of a list, publishes an edit, and reads the rest. */
async function readWhilePublishing(search: string, edit: (edit: Edit) => void) {
  const site = await openSite({ workspace: workspace() })
  const first = await readPart(site, search)
  edit(site.api.edit)
  await site.sync()
  const rest = await readRest(site, search, first.nextCursor)
  const all = idsOf(await readPart(site, 'limit=200'))
  // A further site of the test then needs no process of its own.
  await site.app.close()
  return { first: idsOf(first), rest, all }
}

const missing = ({ first, rest, all }: Record<'first' | 'rest' | 'all', string[]>) =>
  all.filter((id) => !first.includes(id) && !rest.includes(id))

test.each<[string, (edit: Edit) => void]>([
  ['position', (edit) => [testId(10), testId(11)].forEach((id) => edit.trash(id))],
  ['-position', (edit) => [30, 31].forEach((id) => edit.add(ROOT_ID, pageBlock(id, 'New'), 0))]
])('in the order %s, pages that come or go neither hide nor repeat another', async (sort, edit) => {
  const read = await readWhilePublishing(`sort=${sort}&limit=5`, edit)
  expect(missing(read)).toEqual([])
  expect(read.rest.filter((id) => read.first.includes(id))).toEqual([])
})

test.each<[string, (edit: Edit) => void]>([
  [
    'pages at the end of the part were removed',
    (edit) => [testId(11), testId(12), testId(13)].forEach((id) => edit.trash(id))
  ],
  ['the last page of the part was moved to the end', (edit) => edit.move(testId(13), ROOT_ID, 9)],
  [
    'a page with sub-pages was moved from the end to the beginning',
    (edit) => edit.move(testId(19), ROOT_ID, 0)
  ],
  [
    'a page is not public any more, so that the log does not have the moved pages',
    (edit) => {
      edit.setPrivate(testId(11), true)
      edit.move(testId(19), ROOT_ID, 0)
    }
  ]
])('no page is omitted if %s', async (_what, edit) => {
  for (const sort of ['position', '-position']) {
    const read = await readWhilePublishing(`sort=${sort}&limit=5`, edit)
    expect(missing(read), sort).toEqual([])
  }
})

test('pages may leave the site between two parts and return at another place', async () => {
  const site = await openSite({ workspace: workspace() })
  const searches = ['limit=5', 'limit=3', 'limit=3&sort=-position']
  const parts = await Promise.all(searches.map((search) => readPart(site, search)))
  // The last page of the first part, and one in the middle.
  const leaving = [testId(13), testId(16)]
  for (const id of leaving) site.api.edit.trash(id)
  await site.sync()
  for (const id of leaving) site.api.edit.restore(id)
  site.api.edit.move(testId(16), ROOT_ID, 0)
  await site.sync()
  const all = idsOf(await readPart(site, 'limit=200'))
  for (const [index, first] of parts.entries()) {
    const search = searches[index] ?? ''
    const rest = await readRest(site, search, first.nextCursor)
    expect(missing({ first: idsOf(first), rest, all }), search).toEqual([])
  }
})

test('a cursor of an earlier version of the server continues after its page', async () => {
  const site = await openSite({ workspace: workspace() })
  const cursor = Buffer.from(JSON.stringify(['position', 9, testId(13)])).toString('base64url')
  expect(idsOf(await readPart(site, `limit=2&cursor=${cursor}`))).toEqual([testId(14), testId(15)])
})

test('in the order of creation, a list has each page once, whatever is published meanwhile', async () => {
  const read = await readWhilePublishing('sort=createdTime&limit=5', (edit) => {
    edit.trash(testId(11))
    edit.move(testId(19), ROOT_ID, 0)
    edit.setText(testId(12), 'Renamed')
  })
  expect(missing(read)).toEqual([])
  expect(read.rest.filter((id) => read.first.includes(id))).toEqual([])
})

test('in an order by what can be edited, a page that is in no part is among the changes', async () => {
  for (const sort of ['title', '-lastEditedTime']) {
    const site = await openSite({ workspace: workspace() })
    const search = `sort=${sort}&limit=5`
    const first = await readPart(site, search)
    const { generation } = (await site.app.inject(`/api/pages?${search}`)).json()
    const before = new Set(idsOf(first))
    const later = idsOf(await readPart(site, 'limit=200')).filter((id) => !before.has(id))
    const edited = later.at(-1) ?? ''
    site.api.edit.setText(edited, 'A first title')
    await site.sync()
    const rest = await readRest(site, search, first.nextCursor)
    expect(rest, sort).not.toContain(edited)
    const { changes } = (await site.app.inject(`/api/changes?since=${generation}`)).json()
    expect(changes, sort).toContainEqual(expect.objectContaining({ id: edited }))
  }
})

import { expect, test } from 'vitest'

import { sampleWorkspace } from '../../../../demo/sample/sample.ts'
import { type TestSite, openSite } from '../../../support/sites/site.ts'
import { pageBlock, workspaceOf } from '../../../support/workspaces/records.ts'

/** The answers of all pages with their Markdown, by path. */
async function readAnswers({ app, mirror }: TestSite): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const ids = mirror.$client.prepare<[], string>('select id from page').pluck().all()
  for (const [index, id] of ids.entries()) {
    // A client may send 300 requests in a minute.
    const remoteAddress = `198.51.100.${index}`
    const reply = await app.inject({ url: `/api/pages/${id}?text=markdown`, remoteAddress })
    answers.set(id, reply.body)
  }
  return answers
}

test('changes name every page whose answer shows the name of a renamed page', async () => {
  const site = await openSite({ workspace: sampleWorkspace() })
  const idAt = site.mirror.$client
    .prepare<[string], string>('select id from page where path = ?')
    .pluck()
  const before = await readAnswers(site)
  const renamed = ['/hollow-glass', '/download'].map((path) => idAt.get(path) ?? '')
  for (const [index, id] of renamed.entries()) site.api.edit.setText(id, `Renamed ${index}`)
  await site.sync()
  const after = await readAnswers(site)
  const { changes } = (await site.app.inject('/api/changes?since=1')).json()
  const listed = new Set(changes.map(({ id }: { id: string }) => id))
  const differing = [...after.keys()].filter((id) => after.get(id) !== before.get(id))
  // With the Markdown of pages that link to them, relate to them, list them or are below them.
  expect(differing.length).toBeGreaterThan(10)
  expect(differing.filter((id) => !listed.has(id))).toEqual([])
  expect(listed.size).toBeLessThan(after.size)
})

test('a deleted page is removed with status 200, and after a page became private all are read again', async () => {
  const [gone, secret] = [pageBlock(2, 'Gone'), pageBlock(3, 'Secret')]
  const { api, app, sync } = await openSite({
    workspace: workspaceOf([gone.id, secret.id], [gone, secret])
  })
  api.edit.trash(gone.id)
  await sync()
  const { changes } = (await app.inject('/api/changes?since=1')).json()
  expect(changes).toContainEqual({ id: gone.id, change: 'removed', generation: 2, path: '/gone' })
  api.edit.setPrivate(secret.id, true)
  await sync()
  const reply = await app.inject('/api/changes?since=2')
  expect([reply.statusCode, reply.json().error]).toEqual([410, 'generation_too_old'])
})

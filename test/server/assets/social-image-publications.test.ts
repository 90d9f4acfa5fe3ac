import { readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import type { CardLimits } from '../../../server/pictures/social-image/social-images.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { drawingProcesses } from '../../support/run/started-processes.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { atOnce } from '../../support/workspaces/test-config.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

const url = '/api/social-image'

test('a visitor who would wait too long gets the last image of the page, and nobody else keeps it', async () => {
  const { app, page, edit } = await openEditable({ patienceMs: 0 })
  const drawing = drawingProcesses()
  const first = () => app.inject(page)
  const refused = await first()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBeDefined()
  await expect.poll(async () => (await first()).statusCode).toBe(200)
  const before = await first()
  // The server draws the changed image by itself.
  for (const child of drawing) child.kill('SIGSTOP')
  await edit('Brighter')
  const between = await first()
  expect(between.headers['cache-control']).toBe('public, max-age=10')
  expect(between.headers.etag).toBe(before.headers.etag)
  expect(between.rawPayload.equals(before.rawPayload)).toBe(true)
  for (const child of drawing) child.kill('SIGCONT')
  const etagNow = async () => (await first()).headers.etag
  await expect.poll(etagNow).not.toBe(before.headers.etag)
})

test('after a publication changed images are drawn before they are asked for', async () => {
  const { app, page, edit, stored } = await openEditable()
  // Not the plain card, which is drawn too if two cards are drawn at the same time.
  const ofPage = () => stored().filter((name) => name.includes(undashId(testId(10))))
  const before = await app.inject(page)
  await expect.poll(() => ofPage().length).toBe(1)
  const [first = ''] = ofPage()
  await edit('Brighter')
  // Any social image makes the server notice the publication.
  await app.inject(`${url}?id=${testId(11)}`)
  const changed = () => ofPage().filter((name) => name !== first)
  await expect.poll(() => [ofPage().length, changed().length]).toEqual([1, 1])
  const [second = ''] = changed()
  const after = await app.inject(page)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(second).toContain(String(after.headers.etag).slice(1, -1))
  expect(ofPage()).toEqual([second])
})

test('the image of a page that has left the site is answered with 404, and its file is removed', async () => {
  const { app, page, stored, remove } = await openEditable()
  const { headers } = await app.inject(page)
  const conditional = { url: page, headers: { 'if-none-match': String(headers.etag) } }
  expect((await app.inject(conditional)).statusCode).toBe(304)
  await expect.poll(() => stored().length).toBe(1)
  await remove()
  expect((await app.inject(page)).statusCode).toBe(404)
  expect((await app.inject(conditional)).statusCode).toBe(404)
  await app.inject(`${url}?id=${testId(11)}`)
  const id = undashId(testId(10))
  await expect.poll(() => stored().filter((name) => name.includes(id))).toEqual([])
})

/** A site with one page below its root page, whose title can be edited. */
async function openEditable(cardLimits: CardLimits = {}) {
  const blocks = [pageBlock(10, 'Lamp'), pageBlock(11, 'Other')]
  const workspace = workspaceOf([testId(10), testId(11)], blocks)
  const { api, config, dataDir, sync } = await syncedMirror({ workspace })
  const app = await buildApp({
    config,
    dataDir,
    logLevel: 'error',
    ...atOnce,
    cardLimits: { ...atOnce.cardLimits, ...cardLimits }
  })
  onTestFinished(() => app.close())
  const folder = path.join(dataDir, 'social-images')
  return {
    app,
    page: `${url}?id=${testId(10)}`,
    edit: async (text: string) => {
      api.edit.setText(testId(10), text)
      await sync()
    },
    remove: async () => {
      api.edit.trash(testId(10))
      await sync()
    },
    stored: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.png'))
  }
}

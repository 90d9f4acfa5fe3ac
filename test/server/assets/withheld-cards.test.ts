import { readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { type CardFacts, cardHash } from '../../../server/pictures/social-image/card-facts.ts'
import { type PageCard, plainCard } from '../../../server/pictures/social-image/page-card.ts'
import { SocialImages } from '../../../server/pictures/social-image/social-images.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { drawingProcesses } from '../../support/run/started-processes.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { keptSite } from '../responses/kept-site.ts'

const url = `/api/social-image?id=${testId(2)}`
const withhold = { spoilers: { mode: 'withhold' as const, sign: '🔒' } }

function pageCardOf(title: string): PageCard {
  const { card } = plainCard({ siteName: title, language: 'en' } as CardFacts)
  return { pageId: testId(2), card, hash: cardHash(card) }
}

const openStory = () =>
  keptSite(workspaceOf([testId(2)], [pageBlock(2, 'The keeper falls'), pageBlock(3, 'Other')]), {
    config: withhold
  })

test('the social image with the title of a new spoiler is not sent any more', async () => {
  const site = await openStory()
  const app = await site.open({ cardLimits: { patienceMs: 0 } })
  await expect.poll(async () => (await app.inject(url)).statusCode).toBe(200)
  const before = await app.inject(url)
  site.api.edit.setText(testId(2), '🔒 The keeper falls')
  await site.sync()
  const statuses = []
  for (let count = 0; count < 20; count++) {
    const { statusCode, rawPayload } = await app.inject(url)
    statuses.push(rawPayload.equals(before.rawPayload) ? 'the title' : statusCode)
  }
  expect(statuses).not.toContain('the title')
  await expect.poll(async () => (await app.inject(url)).statusCode).toBe(200)
})

test('a social image is neither sent nor stored if its title becomes a spoiler while it is drawn', async () => {
  const site = await openStory()
  const app = await site.open()
  const drawing = drawingProcesses((child) => void child.kill('SIGSTOP'))
  const answer = app.inject(url)
  await expect.poll(() => drawing.length).toBe(1)
  site.api.edit.setText(testId(2), '🔒 The keeper falls')
  await site.sync()
  // The server notices the publication.
  await app.inject('/')
  for (const child of drawing) child.kill('SIGCONT')
  const { statusCode, headers } = await answer
  const { headers: current } = await app.inject(url)
  expect([statusCode, headers.etag]).toEqual([200, current.etag])
  const stored = () =>
    readdirSync(path.join(site.dataDir, 'social-images'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png'))
  const tag = String(current.etag).slice(1, -1)
  await expect.poll(stored).toEqual([expect.stringContaining(tag)])
})

test('a social image that a server without withheld spoilers has drawn in the same folder is not sent', async () => {
  const spoiler = pageBlock(2, '🔒 The keeper falls')
  const site = await keptSite(workspaceOf([testId(2)], [spoiler]), { config: withhold })
  const app = await site.open({ cardLimits: { patienceMs: 0 } })
  // Earlier images are compared with the publication then.
  await app.inject('/')
  const open = await site.open({ config: testConfig(testId(1)) })
  const { headers, rawPayload } = await open.inject(url)
  const stored = () => readdirSync(site.dataDir, { recursive: true }).join()
  await expect.poll(stored).toContain(String(headers.etag).slice(1, -1))
  const answer = await app.inject(url)
  expect(answer.rawPayload.equals(rawPayload)).toBe(false)
})

test('a social image that is looked for while content is withdrawn is not an earlier one later', async () => {
  const dataDir = tempDir()
  const images = new SocialImages(mirrorPaths(dataDir), { patienceMs: 0, onFailure: () => {} })
  onTestFinished(() => images.close())
  const { mirror } = await syncedMirror({ workspace: workspaceOf([], []) })
  const publication = readIdentity(mirror)!
  const earlier = pageCardOf('The keeper falls')
  await images.folder.add(earlier, new Uint8Array([1]))
  const sent = images.find(earlier)
  images.enter({ mirror, publication, fileId: '' }, [])
  await sent
  images.allowEarlier()
  await expect(images.find(pageCardOf('Spoiler'))).rejects.toThrow('busy')
})

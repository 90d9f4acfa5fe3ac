import path from 'node:path'

import Database from 'better-sqlite3'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { DamagedFiles } from '../../../../cli/check/damaged-files.ts'
import { newReport } from '../../../../cli/sync/report/sync-report.ts'
import { fetchFiles } from '../../../../cli/sync/assets/fetch-files.ts'
import { FileLog } from '../../../../cli/sync/assets/file-log.ts'
import { RequestBudget } from '../../../../cli/sync/workspace/request-budget.ts'
import { Workspace } from '../../../../cli/sync/workspace/workspace.ts'
import type { Asset } from '../../../../db/records/walk-result.ts'
import { asset, attachment, imageBlock, picture } from '../../../support/sites/file-site.ts'
import { openSyncedFileSite } from '../synced-site.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'

/** Fetches the files of the site's records like a sync, and returns the assets. */
async function openFetch(files: Buffer[]) {
  const blocks = files.map((_, index) => imageBlock(2 + index, attachment(2 + index)))
  const { api, assets, dataDir } = await openSyncedFileSite(() => blocks)
  for (const [index, bytes] of files.entries()) assets.set(attachment(2 + index), asset(bytes))
  const database = new Database(':memory:')
  onTestFinished(() => void database.close())
  const budget = new RequestBudget({ concurrency: 8, ratePerSecond: null })
  const shared = {
    records: { blocks: () => blocks, collections: () => [], users: () => [] },
    workspace: new Workspace({ baseUrl: api.baseUrl, budget }),
    folder: path.join(dataDir, 'assets'),
    log: new FileLog(database),
    defaults: [],
    rootPageId: ROOT_ID,
    origin: api.origin,
    rules: { allowedOrigins: new Set([api.origin]), maxBytes: 1e8, maxRunBytes: 1e9 },
    damaged: new DamagedFiles(dataDir),
    isFull: false,
    signal: budget.signal,
    onProgress: () => {}
  }
  return (isPreviewWanted: boolean, known: Asset[] = []) =>
    fetchFiles({
      ...shared,
      isPreviewWanted,
      report: newReport(),
      known: new Map(known.map((item) => [item.source, item]))
    })
}

async function noise(width: number, height: number): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 120, sigma: 90 } as const
  const create = { width, height, channels: 3, background: 'red', noise: grain } as const
  return sharp({ create }).jpeg().toBuffer()
}

async function previewSize(preview: string | null | undefined) {
  const [head, body = ''] = (preview ?? '').split(',')
  expect(head).toBe('data:image/webp;base64')
  const { width, height } = await sharp(Buffer.from(body, 'base64')).metadata()
  return [width, height]
}

test('a picture gets a preview of sixteen pixels with its aspect ratio', async () => {
  const fetch = await openFetch([await noise(1600, 800), await picture(1, 8)])
  const [wide, tiny] = await fetch(true)

  expect(await previewSize(wide?.preview)).toEqual([16, 8])
  expect(wide?.preview?.length).toBeLessThanOrEqual(600)
  expect(await previewSize(tiny?.preview)).toEqual([8, 8])
})

test('vector images and other files get no preview, and none is made when previews are off', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const fetch = await openFetch([svg, await picture(1)])
  expect((await fetch(true)).map(({ preview }) => preview === null)).toEqual([true, false])
  expect((await fetch(false)).map(({ preview }) => preview)).toEqual([null, null])
})

test('previews are made of files of an earlier run without fetching them again', async () => {
  const fetch = await openFetch([await picture(1)])
  const before = await fetch(false)
  const after = await fetch(true, before)

  expect(await previewSize(after[0]?.preview)).toEqual([16, 16])
  expect({ ...after[0], preview: null }).toEqual(before[0])
  expect(await fetch(true, after)).toEqual(after)
})

test('a preview follows the EXIF orientation of its picture', async () => {
  const bytes = await sharp(await picture(1, 64))
    .resize(64, 32, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const fetch = await openFetch([bytes])
  const [turned] = await fetch(true)
  expect([turned?.width, turned?.height]).toEqual([32, 64])
  expect(await previewSize(turned?.preview)).toEqual([8, 16])
})

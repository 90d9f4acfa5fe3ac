import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import {
  type FileSite,
  asset,
  queryRows,
  attachment,
  imageBlock,
  picture,
  published
} from '../../../support/sites/file-site.ts'
import { openSyncedFileSite } from '../synced-site.ts'
import { ROOT_ID, pageBlock, testId } from '../../../support/workspaces/records.ts'

const week = 7 * 86_400_000

/** A site whose second picture was removed from its page, and the files of both. */
async function siteWithLoosePicture() {
  const site = await openSyncedFileSite(() => [
    imageBlock(2, attachment(20)),
    imageBlock(3, attachment(30))
  ])
  site.assets.set(attachment(20), asset(await picture(1)))
  site.assets.set(attachment(30), asset(await picture(2)))
  await site.sync()
  const [used = '', loose = ''] = [attachment(20), attachment(30)].map((source) => {
    const hash = published(site).get(source)?.hash ?? ''
    return path.join(site.dataDir, 'assets', hash.slice(0, 2), hash)
  })
  showOnly(site, [testId(2)])
  await site.sync()
  return { site, used, loose }
}

function showOnly(site: FileSite, content: string[]): void {
  site.api.edit.change(ROOT_ID, { content })
}

function age(site: FileSite, ms: number): void {
  queryRows(site, 'staging.db', `update file_unreferenced set since = since - ${ms}`)
}

test('a file that no page shows any more is removed after a week', async () => {
  const { site, used, loose } = await siteWithLoosePicture()
  age(site, week - 60_000)
  await site.sync()
  expect(existsSync(loose)).toBe(true)

  age(site, 60_000)
  await site.sync()
  expect(existsSync(loose)).toBe(false)
  expect(existsSync(used)).toBe(true)
  expect(queryRows(site, 'staging.db', 'select * from file_unreferenced')).toEqual([])
})

test('a file that is shown again within the week gets a new week once it is unreferenced', async () => {
  const { site, loose } = await siteWithLoosePicture()
  age(site, week - 60_000)
  showOnly(site, [testId(2), testId(3)])
  await site.sync()
  showOnly(site, [testId(2)])
  await site.sync()
  age(site, 60_000)
  await site.sync()
  expect(existsSync(loose)).toBe(true)
})

test("a file that another root's mirror references is not removed", async () => {
  const site = await openSyncedFileSite(() => [
    pageBlock(2, 'Below', { content: [testId(3)] }),
    { ...imageBlock(3, attachment(30)), parent_id: testId(2) }
  ])
  showOnly(site, [testId(2)])
  site.assets.set(attachment(30), asset(await picture(2)))
  await site.sync()
  const { hash = '' } = published(site).get(attachment(30)) ?? {}
  site.api.edit.add(ROOT_ID, pageBlock(9, 'Elsewhere'))
  const config = { rootNotionPageId: testId(9) }
  await site.sync({ config })
  expect(published(site).size).toBe(0)
  age(site, week)
  await site.sync({ config })
  expect(existsSync(path.join(site.dataDir, 'assets', hash.slice(0, 2), hash))).toBe(true)
})

test('while a mirror of the data directory cannot be read, no file is removed', async () => {
  const { site, loose } = await siteWithLoosePicture()
  age(site, week)
  const file = path.join(site.dataDir, 'mirror-broken.db')
  writeFileSync(file, 'no database'.repeat(1000))
  const { warnings } = await site.sync()

  expect(warnings).toEqual([`no file was removed from assets: ${file}: file is not a database`])
  expect(existsSync(loose)).toBe(true)
})

test('partial files of a killed run are removed after an hour', async () => {
  const { site } = await siteWithLoosePicture()
  const folder = path.join(site.dataDir, 'assets')
  mkdirSync(path.join(folder, 'ab'), { recursive: true })
  for (const name of ['old.part', 'ab/old.part', 'new.part']) {
    writeFileSync(path.join(folder, name), 'half')
    if (name === 'new.part') continue
    const before = new Date(Date.now() - 61 * 60_000)
    utimesSync(path.join(folder, name), before, before)
  }
  await site.sync()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('.part'))).toEqual(['new.part'])
})

test('reading the mirrors leaves no files beside them', async () => {
  const { site } = await siteWithLoosePicture()
  const names = readdirSync(site.dataDir).filter((name) => name.startsWith('mirror'))
  expect(names).toEqual(['mirror.db'])
})

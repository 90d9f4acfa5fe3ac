import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { writeSnapshotFolder } from '../../../cli/copies/snapshot/write-snapshot-folder.ts'
import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { buildApp } from '../../../server/app.ts'
import { runCommand } from '../../support/command.ts'
import { damageTable } from '../../support/damage.ts'
import {
  type FileSite,
  asset,
  attachment,
  commandEnv,
  imageBlock,
  openFileSite,
  picture,
  published
} from '../../support/sites/file-site.ts'
import { replaceSleep, skippedWaits } from '../../support/run/waits.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** A synced site with two pictures, and a folder that does not exist yet. */
async function openSite(): Promise<{ site: FileSite; folder: string }> {
  const site = await openFileSite(() => [
    imageBlock(2, attachment(20)),
    imageBlock(3, attachment(30))
  ])
  site.assets.set(attachment(20), asset(await picture(1)))
  site.assets.set(attachment(30), asset(await picture(2)))
  await site.sync()
  return { site, folder: path.join(tempDir(), 'wiki') }
}

const snapshot = (folder: string, { dataDir }: { dataDir: string }) =>
  runCommand(['snapshot', folder, '--json', '--data', dataDir])
const verify = (name: string) => runCommand(['verify', name, '--json'])

function fileOf(site: FileSite, folder: string, source: string): string {
  const hash = published(site).get(source)?.hash ?? ''
  return path.join(folder, 'assets', hash.slice(0, 2), hash)
}

test('a snapshot folder contains the mirror and the files of its pages', async () => {
  const { site, folder } = await openSite()
  const { code, stdout, stderr } = await snapshot(folder, site)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const file = path.join(folder, 'mirror.db')
  expect(JSON.parse(stdout)).toMatchObject({
    file,
    generation: 1,
    files: 2,
    copied: 2,
    missing: []
  })
  expect(readdirSync(folder).toSorted()).toEqual(['assets', 'mirror.db'])
  expect(mirrorContents(file)).toEqual(mirrorContents(path.join(site.dataDir, 'mirror.db')))
  const verified = await verify(folder)
  expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { file, files: 2 }])
})

test('a snapshot folder is served with its pictures', async () => {
  const { site, folder } = await openSite()
  await snapshot(folder, site)
  const config = testConfig(ROOT_ID)
  const app = await buildApp({ ...patient, config, dataDir: folder, logLevel: 'error' })
  onTestFinished(() => app.close())
  const reply = await app.inject(`/image/${encodeURIComponent(attachment(20))}`)
  expect([reply.statusCode, reply.rawPayload.equals(await picture(1))]).toEqual([200, true])
})

test('a later snapshot copies new files and removes those no longer referenced', async () => {
  const { site, folder } = await openSite()
  await snapshot(folder, site)
  const withdrawn = fileOf(site, folder, attachment(20))
  const unchanged = fileOf(site, folder, attachment(30))
  const { ino } = statSync(unchanged)
  site.assets.set(attachment(40), asset(await picture(3)))
  site.api.edit.change(testId(2), { properties: { source: [[attachment(40)]] } })
  await site.sync()
  const { stdout } = await snapshot(folder, site)
  expect(JSON.parse(stdout)).toMatchObject({ generation: 2, files: 2, copied: 1 })
  expect([existsSync(withdrawn), statSync(unchanged).ino]).toEqual([false, ino])
  expect((await verify(folder)).code).toBe(0)
})

test('a later snapshot copies a file again whose copy was damaged', async () => {
  const { site, folder } = await openSite()
  await snapshot(folder, site)
  const file = fileOf(site, folder, attachment(20))
  writeFileSync(file, Buffer.alloc(statSync(file).size))
  const { code, stdout } = await snapshot(folder, site)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { files: 2, copied: 1, missing: [] }])
  expect((await verify(folder)).code).toBe(0)
})

test('a snapshot of a site with damaged files names them and is reported incomplete', async () => {
  const { site, folder } = await openSite()
  const [missing, altered] = [attachment(20), attachment(30)]
  rmSync(fileOf(site, site.dataDir, missing))
  writeFileSync(fileOf(site, site.dataDir, altered), 'x')
  const { code, stdout, stderr } = await snapshot(folder, site)
  expect([code, stderr]).toEqual([1, expect.stringContaining('2 files missing or corrupted')])
  expect(JSON.parse(stdout).missing.toSorted()).toEqual([missing, altered])
  expect((await verify(folder)).code).toBe(1)
})

test('a snapshot folder has the mirrors that a server without spoilers needs, and no older ones', async () => {
  const { site, folder } = await openSite()
  const copiesIn = (dir: string) =>
    readdirSync(dir).filter((name) => /^(public|opened)-.*\.db$/.test(name))
  const snapshotOf = async (signs: string) => {
    await site.sync({ config: { spoilers: { mode: 'withhold', sign: signs } } })
    expect(await snapshot(folder, site)).toMatchObject({ code: 0, stderr: '' })
    expect(copiesIn(folder)).toEqual(copiesIn(site.dataDir))
    return copiesIn(folder)
  }
  const first = await snapshotOf('⚠')
  expect(first).toEqual([expect.stringMatching(/^opened-/), expect.stringMatching(/^public-/)])
  expect(await snapshotOf('!')).not.toEqual(first)
})

/** A folder as during a publication: the mirror is new, and its copies without spoilers are not. */
async function openPublication() {
  const { site, folder } = await openSite()
  const run = { config: { spoilers: { mode: 'withhold' } } } as const
  await site.sync(run)
  const dataDir = tempDir()
  cpSync(site.dataDir, dataDir, { recursive: true })
  site.api.edit.setText(ROOT_ID, 'Renamed')
  await site.sync(run)
  const bring = (name: string) => cpSync(path.join(site.dataDir, name), path.join(dataDir, name))
  bring('mirror.db')
  const paths = mirrorPaths(dataDir)
  const mirror = openMirrorForReading(paths.file)
  onTestFinished(() => void mirror.$client.close())
  const copies = readdirSync(dataDir).filter((name) => /^(public|opened)-.*\.db$/.test(name))
  return { site, folder, copies, bring, write: () => writeSnapshotFolder(mirror, paths, folder) }
}

test('a snapshot during a publication waits for all mirrors', async () => {
  const { site, folder, copies, bring, write } = await openPublication()
  const due = [...copies]
  onTestFinished(
    replaceSleep(async (_, value) => {
      const next = due.pop()
      if (next) bring(next)
      return value
    })
  )
  expect((await write()).generation).toBe(4)
  const contentsIn = (dir: string) => copies.map((name) => mirrorContents(path.join(dir, name)))
  expect(contentsIn(folder)).toEqual(contentsIn(site.dataDir))
})

test('a snapshot is refused if the mirrors stay those of different publications', async () => {
  const { folder, write } = await openPublication()
  skippedWaits()
  await expect(write()).rejects.toThrow('are of another publication than mirror.db')
  expect(readdirSync(folder)).toEqual(['assets'])
})

test.each(['the copy without spoilers', 'a file'])(
  'a snapshot that fails at %s leaves the earlier one as it is',
  async (what) => {
    const { site, folder } = await openSite()
    await snapshot(folder, site)
    const before = mirrorContents(path.join(folder, 'mirror.db'))
    site.assets.set(attachment(40), asset(await picture(3)))
    site.api.edit.change(testId(2), { properties: { source: [[attachment(40)]] } })
    await site.sync()
    const folderOfFile = path.dirname(fileOf(site, folder, attachment(40)))
    const copy = path.join(site.dataDir, 'opened-0123456789ab.db')
    writeFileSync(what === 'a file' ? folderOfFile : copy, 'no database')
    expect((await snapshot(folder, site)).code).toBe(1)
    expect(readdirSync(folder).toSorted()).toEqual(['assets', 'mirror.db'])
    expect(mirrorContents(path.join(folder, 'mirror.db'))).toEqual(before)
    expect((await verify(folder)).code).toBe(0)
  }
)

test('a first snapshot that was killed is begun again, and leaves nothing behind', async () => {
  const { site, folder } = await openSite()
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  // The name of a copy that is being written has a random id.
  for (const name of ['mirror-next.db.0a1b.part', 'public-0123456789ab.db-next.0a1b.part'])
    writeFileSync(path.join(folder, name), 'a part')
  expect(await snapshot(folder, site)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder).toSorted()).toEqual(['assets', 'mirror.db'])
})

/** A folder as it is while a snapshot is being written into it; `end` ends its writing. */
async function openWrittenFolder() {
  const { site, folder } = await openSite()
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  const part = 'mirror-next.db'
  writeFileSync(path.join(folder, part), 'of the snapshot')
  const writer = new Database(path.join(folder, 'assets', 'lock'))
  const end = () => void writer.close()
  onTestFinished(end)
  writer.exec('begin exclusive')
  return { site, folder, part, end }
}

test('a folder that another snapshot is writing is left as it is', async () => {
  const { site, folder, part, end } = await openWrittenFolder()
  const refused = await snapshot(folder, site)
  expect([refused.code, refused.stderr + refused.stdout]).toEqual([
    5,
    expect.stringContaining('another snapshot is being written')
  ])
  expect(readdirSync(folder).toSorted()).toEqual(['assets', part])
  rmSync(path.join(folder, part))
  end()
  expect((await snapshot(folder, site)).code).toBe(0)
})

test('a sync and a clone of a folder that a snapshot is writing leave it as it is', async () => {
  const { site, folder, part, end } = await openWrittenFolder()
  for (const args of [['sync'], ['clone', 'http://localhost:9']]) {
    const refused = await runCommand([...args, '--data', folder], commandEnv(site))
    expect([refused.code, refused.stderr]).toEqual([
      5,
      `a snapshot is being written into ${folder}; wait until it ends, or name another folder with --data\n`
    ])
    expect(readdirSync(folder).toSorted()).toEqual(['assets', part])
  }
  end()
  // What no snapshot has written stops no sync.
  writeFileSync(path.join(folder, 'assets', 'lock'), 'no database')
  expect((await runCommand(['sync', '--data', folder], commandEnv(site))).code).toBe(0)
  expect((await verify(folder)).code).toBe(0)
})

test('verify finds a file that is missing or changed', async () => {
  const { site, folder } = await openSite()
  await snapshot(folder, site)
  const file = fileOf(site, folder, attachment(20))
  writeFileSync(file, Buffer.alloc(statSync(file).size))
  const altered = await verify(folder)
  expect([altered.code, altered.stderr]).toEqual([1, expect.stringContaining('is corrupted')])
  rmSync(file)
  const missing = await verify(folder)
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('is missing')])
  expect((await verify(path.join(folder, 'mirror.db'))).code).toBe(0)
})

test.each(['public', 'opened'])(
  'verify finds damage in the %s copy of a snapshot',
  async (kind) => {
    const { site, folder } = await openSite()
    await site.sync({ config: { spoilers: { mode: 'withhold' } } })
    await snapshot(folder, site)
    expect(await verify(folder)).toMatchObject({ code: 0, stderr: '' })
    const name = readdirSync(folder).find((each) => each.startsWith(kind)) ?? ''
    damageTable(path.join(folder, name))
    const { code, stderr } = await verify(folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${name} is damaged`)])
  }
)

test('a snapshot is not written into a data directory or a folder with foreign files', async () => {
  const { site } = await openSite()
  const { site: another } = await openSite()
  const other = path.join(tempDir(), 'letters')
  mkdirSync(other)
  writeFileSync(path.join(other, 'letter.txt'), 'dear reader')
  // As `fansite clone` leaves it: nothing is staged.
  const cloned = tempDir()
  cpSync(path.join(another.dataDir, 'mirror.db'), path.join(cloned, 'mirror.db'))
  for (const name of ['sync.lock', 'sync.pid']) writeFileSync(path.join(cloned, name), '')
  for (const [folder, fault] of [
    [site.dataDir, 'is the mirror itself'],
    [another.dataDir, 'is a data directory'],
    [cloned, 'is a data directory'],
    [other, 'is neither empty nor a snapshot']
  ] as const) {
    const { code, stderr } = await snapshot(folder, site)
    expect([code, stderr]).toEqual([1, expect.stringContaining(fault)])
  }
  expect(readdirSync(other)).toEqual(['letter.txt'])
})

import {
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync
} from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { runCommand } from '../support/command.ts'
import { mirrorContents } from '../support/sites/mirror-contents.ts'
import { tempDir } from '../support/temp-dir.ts'
import { ROOT_ID } from '../support/workspaces/records.ts'
import { clone, litestream, missing, openFollower } from './follower.ts'

const tried = test.skipIf(litestream === undefined)

type Follower = Awaited<ReturnType<typeof openFollower>>

/** A follower with the first publication. */
async function openFollowing(root?: string): Promise<Follower & { kill: () => Promise<void> }> {
  const follower = await openFollower(root)
  expect((await follower.publish()).code).toBe(0)
  const kill = await follower.replicate()
  await untilFollowed(follower)
  return { ...follower, kill }
}

/** Pulls until the follower has the publication of the sync node. */
async function untilFollowed({ pull, source, mirror }: Follower): Promise<void> {
  const wanted = identityOf(source)
  await expect
    .poll(async () => {
      await pull()
      return existsSync(mirror) && identityOf(mirror)
    })
    .toEqual(wanted)
  expect((await runCommand(['verify', mirror])).stderr).toBe('')
  expect(mirrorContents(mirror)).toEqual(mirrorContents(source))
}

function identityOf(file: string): unknown {
  const mirror = new Database(file, { readonly: true })
  const row = mirror.prepare('select generation, published_at from mirror').get()
  mirror.close()
  return row
}

/** Renames the root page and publishes. */
async function publishEdit(follower: Follower, title: string): Promise<void> {
  follower.api.edit.setText(ROOT_ID, title)
  await follower.sync()
  const { code, stderr } = await follower.publish()
  expect([code, stderr]).toEqual([0, ''])
}

tried(`a follower gets each publication as an intact mirror${missing}`, async () => {
  const follower = await openFollowing()
  await publishEdit(follower, 'Second')
  await untilFollowed(follower)
  const unchanged = await follower.pull()
  expect(unchanged).toEqual({ code: 0, stdout: '', stderr: '' })
  const folder = path.dirname(follower.mirror)
  expect(readdirSync(folder).toSorted()).toEqual(['mirror.db', 'pull'])
  expect(readdirSync(path.join(folder, 'pull')).filter((name) => name.includes('.db'))).toEqual([])
})

tried(
  `a mirror that is rebuilt or replaced while it is replicated is followed${missing}`,
  async () => {
    const follower = await openFollowing()
    const { source, copy, dataDir, sync, publish } = follower
    const { ino } = statSync(copy)
    await publishEdit(follower, 'Second')
    await untilFollowed(follower)
    // Rebuilt: generations start from 1 again.
    for (const name of ['mirror.db', 'staging.db']) rmSync(path.join(dataDir, name))
    await sync()
    expect(identityOf(source)).toMatchObject({ generation: 1 })
    await publish()
    await untilFollowed(follower)
    // Replaced by another file with the same name.
    const other = path.join(tempDir(), 'other.db')
    await publishEdit(follower, 'Third')
    await runCommand(['snapshot', other, '--data', dataDir])
    for (const suffix of ['-wal', '-shm']) rmSync(source + suffix, { force: true })
    renameSync(other, source)
    await publishEdit(follower, 'Fourth')
    await untilFollowed(follower)
    expect(statSync(copy).ino).toBe(ino)
  }
)

tried(`publications go on after Litestream or its copy are lost${missing}`, async () => {
  const follower = await openFollowing()
  await follower.kill()
  await publishEdit(follower, 'While nothing is replicated')
  const kill = await follower.replicate()
  await untilFollowed(follower)
  await kill()
  for (const suffix of ['', '-wal', '-shm']) rmSync(follower.copy + suffix, { force: true })
  await publishEdit(follower, 'In a new copy')
  await follower.replicate()
  await untilFollowed(follower)
})

tried(`a damaged replica installs nothing${missing}`, async () => {
  const follower = await openFollowing()
  await publishEdit(follower, 'Second')
  await untilFollowed(follower)
  await follower.kill()
  const before = mirrorContents(follower.mirror)
  rmSync(path.join(path.dirname(follower.mirror), 'pull', 'seen'))
  const snapshots = readdirSync(follower.replica, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.snapshot.lz4')
  )
  expect(snapshots.length).toBeGreaterThan(0)
  for (const name of snapshots) truncateSync(path.join(follower.replica, name), 1000)
  const { code, stderr } = await follower.pull()
  expect([code, stderr]).toEqual([1, expect.stringContaining('restore failed')])
  expect(mirrorContents(follower.mirror)).toEqual(before)
})

tried(`an older replica, or one without its files, installs nothing${missing}`, async () => {
  const follower = await openFollowing()
  const { source, mirror, pull, kill } = follower
  await publishEdit(follower, 'Second')
  const failing = { FANSITE_FETCH_ASSETS: 'exit 7' }
  await expect
    .poll(async () => (await pull(failing)).stderr)
    .toContain('the files cannot be fetched')
  expect(identityOf(mirror)).toMatchObject({ generation: 1 })
  await kill()
  follower.api.edit.setText(ROOT_ID, 'Third')
  await follower.sync()
  await runCommand(['snapshot', mirror, '--data', path.dirname(source)])
  const { code, stderr } = await pull()
  expect([code, stderr]).toEqual([1, expect.stringContaining('older than the installed')])
  expect(identityOf(mirror)).toMatchObject({ generation: 3 })
})

/** Publishes without the last page below the root; returns its id. */
async function publishWithoutLast({ api, sync, publish }: Follower): Promise<string> {
  const leaving = api.edit.read(ROOT_ID).content?.at(-1) ?? ''
  api.edit.trash(leaving)
  await sync()
  expect((await publish()).code).toBe(0)
  return leaving
}

tried(
  `the command after a pull gets the pages that left, and is repeated if it fails${missing}`,
  async () => {
    const follower = await openFollowing()
    const { pull } = follower
    const after = { FANSITE_AFTER_PULL: 'echo "after $FANSITE_GENERATION"; cat' }
    const first = await publishWithoutLast(follower)
    await expect
      .poll(async () => (await pull(after)).stdout)
      .toBe(`pull: installed generation 2\nafter 2\n${first}\n`)

    const failing = { FANSITE_AFTER_PULL: 'exit 7' }
    const second = await publishWithoutLast(follower)
    await expect.poll(async () => (await pull(failing)).code).toBe(3)
    await publishEdit(follower, 'Fourth')
    await expect.poll(async () => (await pull(failing)).stdout).toContain('4')
    expect(await pull(after)).toMatchObject({ code: 0, stdout: `after 4\n${second}\n` })
    expect(await pull(after)).toMatchObject({ code: 0, stdout: '' })
  }
)

tried(`the clone may be in a folder whose name has spaces${missing}`, async () => {
  const root = path.join(tempDir(), 'our fan site')
  symlinkSync(clone, root)
  const { pull } = await openFollowing(root)
  expect((await pull()).code).toBe(0)
})

tried(`a pull refuses the data directory of a sync${missing}`, async () => {
  const { pull, dataDir, source } = await openFollower()
  const { code, stderr } = await pull({ FANSITE_DATA: dataDir })
  expect([code, stderr]).toEqual([1, expect.stringContaining('data directory of a sync')])
  expect(existsSync(source)).toBe(true)
})

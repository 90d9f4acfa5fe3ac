import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { collectOutput, runCommand } from '../../support/command.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { testId } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

const bin = fileURLToPath(new URL('../../../cli/bin.js', import.meta.url))

/** Root may write everywhere, so the server runs as another user then. */
const otherUser: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Whether every user can enter the folders above a file. */
function isReachable(file: string): boolean {
  const folder = path.dirname(file)
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (folder === path.dirname(folder) || isReachable(folder))
}

/** The server needs Node, its own program and the temporary folder. */
const needed = [process.execPath, bin, path.join(tmpdir(), 'any')]
const canServe = otherUser.uid === undefined || needed.every(isReachable)
const testAsNobody = test.skipIf(!canServe)
const unless =
  ' (skipped for root if other users cannot reach Node, the checkout or the temporary folder)'

/** A folder that only its owner may write to: not the user of the server, unless `chmod` locks it. */
function lockedFolder(): string {
  const root = tempDir()
  chmodSync(root, 0o755)
  const folder = path.join(root, 'data')
  mkdirSync(folder)
  onTestFinished(() => chmodSync(folder, 0o755))
  return folder
}

/** A folder for temporary files, in which every user may write. */
function openFolder(): string {
  const folder = tempDir()
  chmodSync(folder, 0o777)
  return folder
}

/** Starts `fansite serve` as a user without write permission. */
async function serve(folder: string, temporary = openFolder()) {
  const child = spawn(process.execPath, [bin, 'serve', '--data', folder, '--port', '0'], {
    ...otherUser,
    env: { PATH: process.env['PATH'], TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = collectOutput(child)
  const text = () => output.stdout + output.stderr
  await expect.poll(text).toMatch(/ is at http:\S+/)
  const [, address = ''] = / is at (http:\S+)/.exec(text()) ?? []
  const ready = async () => (await fetch(`${address}/readyz`)).json() as Promise<object>
  return { ready, text, child }
}

/** A folder with a snapshot, in which nobody may write. */
async function lockedSnapshot(): Promise<string> {
  const { dataDir } = await mirrorDir()
  const folder = lockedFolder()
  const file = path.join(folder, 'mirror.db')
  expect((await runCommand(['snapshot', file, '--data', dataDir])).code).toBe(0)
  chmodSync(folder, 0o555)
  return folder
}

testAsNobody(
  `a snapshot is served from a read-only folder, and temporary folders of a killed server are removed by the next one${unless}`,
  async () => {
    const [folder, temporary] = [await lockedSnapshot(), openFolder()]
    const { child, ready, text } = await serve(folder, temporary)
    expect(await ready()).toMatchObject({ status: 'ready', generation: 1, mirror_problem: null })
    expect(text()).not.toContain('cannot be read')
    const folders = () => readdirSync(temporary).filter((name) => name.startsWith('fansite-'))
    await expect.poll(folders).toEqual(expect.arrayContaining([expect.stringContaining('social')]))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const abandoned = folders()
    await serve(folder, temporary)
    await expect.poll(() => folders().filter((name) => abandoned.includes(name))).toEqual([])
  }
)

testAsNobody(
  `a mirror in WAL mode in a read-only folder is refused with the remedy${unless}`,
  async () => {
    const { dataDir } = await mirrorDir()
    const folder = lockedFolder()
    cpSync(path.join(dataDir, 'mirror.db'), path.join(folder, 'mirror.db'))
    chmodSync(folder, 0o555)
    const { child, ready, text } = await serve(folder)
    expect(await ready()).toMatchObject({ error: 'mirror_unreadable' })
    await ready()
    // Its log may arrive after its responses, and all of it has arrived when the process has ended.
    child.kill('SIGTERM')
    await once(child, 'close')
    const logged = text()
      .split('\n')
      .filter((line) => line.includes('cannot be read'))
    expect(logged).toEqual([expect.stringMatching(/mirror\.db is in WAL mode.*fansite snapshot/)])
  }
)

testAsNobody(
  `a server whose folder is locked continues, and recovers when it is opened${unless}`,
  async () => {
    const { api, dataDir, sync } = await mirrorDir()
    const folder = lockedFolder()
    const put = async () => {
      const copy = path.join(folder, 'mirror.db')
      expect((await runCommand(['snapshot', copy, '--data', dataDir])).code).toBe(0)
    }
    await put()
    const { ready } = await serve(folder)
    expect(await ready()).toMatchObject({ generation: 1, mirror_problem: null })
    chmodSync(folder, 0o000)
    await expect.poll(ready).toMatchObject({ generation: 1, mirror_problem: 'unreadable' })

    chmodSync(folder, 0o755)
    await expect.poll(ready).toMatchObject({ generation: 1, mirror_problem: null })
    api.edit.setText(testId(11), 'another line')
    await sync()
    await put()
    await expect.poll(ready).toMatchObject({ generation: 2, mirror_problem: null })
  }
)

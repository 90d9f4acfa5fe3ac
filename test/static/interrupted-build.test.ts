import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { differences, folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder } from '../support/browser/static-site.ts'
import { collectOutput, runCommand, startCommand } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { syncElsewhere } from '../support/run/sync-elsewhere.ts'
import { asset, attachment, imageBlock, picture } from '../support/sites/file-site.ts'
import { tempDir } from '../support/temp-dir.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'
import { waitingBuild } from './open-folder.ts'

const config = testConfig(ROOT_ID)
const SITE_CONFIG = JSON.stringify(config)
/** Enough that a build still has most of them to make when it waits after the first ones. */
const numbers = Array.from({ length: 20 }, (_, at) => 10 + at)

let dataDir = ''
/** The files of a build that nothing interrupts, and how many of them it has rendered. */
let whole: Map<string, Buffer>
let wholeRendered = 0

beforeAll(async () => {
  dataDir = await syncWiki()
  const folder = path.join(tempDir(), 'wiki')
  const { rendered } = await buildFolder(folder, { dataDir, config })
  whole = folderFiles(folder)
  wholeRendered = Number(rendered)
})

/** The data directory of pages without text, and a picture. */
async function syncWiki(): Promise<string> {
  const source = attachment(2)
  const pages = numbers.map((number) => pageBlock(number, `Page ${number}`))
  const content = [testId(2), ...numbers.map(testId)]
  const workspace = workspaceOf(content, [imageBlock(2, source), ...pages])
  const api = await startWorkspaceApi({
    workspace,
    assets: new Map([[source, asset(await picture(2))]])
  })
  const folder = tempDir()
  await syncElsewhere(api, { config, dataDir: folder })
  await api.close()
  return folder
}

/** Starts a build, which waits with at least this number of pages until it is killed or goes on. */
async function startBuild(folder: string, pages: number) {
  const waiting = path.join(tempDir(), 'waiting')
  const child = startCommand(
    ['build', folder, '--data', dataDir, '--social-images', 'site', '--json'],
    // The home page is none of the numbered ones.
    { SITE_CONFIG, ...waitingBuild(waiting, pages + 1) }
  )
  // Its processes have the same stderr, and may write until they have ended.
  const closed = once(child, 'close')
  onFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  // Its streams close only when they have been read.
  collectOutput(child)
  const versions = path.join(path.dirname(folder), `.${path.basename(folder)}.builds`)
  await expect.poll(() => existsSync(waiting)).toBe(true)
  const version = versionWith(versions, pages)
  return { child, version, goOn: () => rmSync(waiting) }
}

function versionWith(versions: string, pages: number): string {
  const isPage = (name: string) => /^page-\d+$/.test(name)
  const version = readdirSync(versions)
    .filter((name) => /^[0-9a-f]{8}$/.test(name))
    .map((name) => path.join(versions, name))
    .find((folder) => readdirSync(folder).filter(isPage).length >= pages)
  return version ?? expect.fail(`no version has ${pages} pages`)
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a second build of one folder is refused; when %s has ended the first, the next one continues it',
  async (signal) => {
    const folder = path.join(tempDir(), 'wiki')
    const { child, version, goOn } = await startBuild(folder, 3)
    const second = await runCommand(['build', folder, '--data', dataDir], { SITE_CONFIG })
    expect([second.code, second.stderr.trim()]).toEqual([
      5,
      `another build of "${folder}" is running; wait until it ends, or name another folder`
    ])
    child.kill(signal)
    goOn()
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(signal === 'SIGKILL' ? null : 143)
    expect(existsSync(folder)).toBe(false)
    // As a crash of the machine may leave a file that was written.
    writeFileSync(path.join(version, 'index.html'), '')
    const { rendered, files } = await buildFolder(folder, { dataDir, config })
    expect(differences(whole, folderFiles(folder))).toEqual([])
    expect(files).toBe(whole.size)
    expect(rendered).toBeLessThan(wholeRendered - 5)
    // A process of the killed build must not go on writing into it.
    expect(existsSync(version)).toBe(false)
  }
)

test('a folder with files of somebody else is refused and left alone', async () => {
  const folder = path.join(tempDir(), 'wiki')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'notes.txt'), 'mine')
  const { code, stderr } = await runCommand(['build', folder, '--data', dataDir], { SITE_CONFIG })
  expect([code, stderr.trim()]).toEqual([
    1,
    `"${folder}" exists and was not made by "fansite build"; name another folder, or remove it`
  ])
  expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  expect(lstatSync(folder).isDirectory()).toBe(true)
})

test('a folder below a file is refused', async () => {
  const file = path.join(tempDir(), 'file')
  writeFileSync(file, '')
  const { code, stderr } = await runCommand(['build', path.join(file, 'wiki'), '--data', dataDir], {
    SITE_CONFIG
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining('name another folder (ENOTDIR)')])
})

test('a build without a mirror names the command that makes one', async () => {
  const { code, stderr } = await runCommand(
    ['build', path.join(tempDir(), 'wiki'), '--data', tempDir()],
    { SITE_CONFIG }
  )
  expect([code, stderr]).toEqual([1, expect.stringContaining('run "fansite sync"')])
})

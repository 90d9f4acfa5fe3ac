import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test, vi } from 'vitest'

import { sampleWorkspace } from '../../demo/sample/sample.ts'
import { differences, folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder, staticSite } from '../support/browser/static-site.ts'
import { collectOutput, runCommand, startCommand } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

const SITE_CONFIG = JSON.stringify(testConfig(sampleWorkspace().rootPageId))

/** Starts a build of the sample, and waits until it has written some pages. */
async function startBuild(folder: string, dataDir: string) {
  const child = startCommand(
    ['build', folder, '--data', dataDir, '--social-images', 'site', '--json'],
    { SITE_CONFIG }
  )
  // Its processes have the same stderr, and may write until they have ended.
  const closed = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
  }
  onFinished(kill)
  const output = collectOutput(child)
  const versions = path.join(path.dirname(folder), `.${path.basename(folder)}.builds`)
  const version = await vi.waitUntil(() => versionWithPages(versions), {
    timeout: 100_000,
    interval: 5
  })
  return { child, output, version, kill }
}

function versionWithPages(versions: string): string | undefined {
  const names = existsSync(versions) ? readdirSync(versions) : []
  return names
    .filter((name) => /^[0-9a-f]{8}$/.test(name))
    .map((name) => path.join(versions, name))
    .find((version) => readdirSync(version).length > 40)
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a build that %s has ended is continued by the next one',
  async (signal) => {
    const complete = await staticSite()
    const folder = path.join(tempDir(), 'wiki')
    const { dataDir } = complete
    const { child, version } = await startBuild(folder, dataDir)
    child.kill(signal)
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(signal === 'SIGKILL' ? null : 143)
    expect(existsSync(folder)).toBe(false)
    // As a crash of the machine may leave a file that was written.
    writeFileSync(path.join(version, 'index.html'), '')
    const { rendered, files } = await buildFolder(folder, { dataDir })
    const whole = folderFiles(complete.folder)
    expect(differences(whole, folderFiles(folder))).toEqual([])
    expect(files).toBe(whole.size)
    expect(rendered).toBeLessThan(Number(files) - 60)
    // A process of the killed build must not go on writing into it.
    expect(existsSync(version)).toBe(false)
  }
)

test('a second build of one folder is refused', async () => {
  const { dataDir } = await staticSite()
  const folder = path.join(tempDir(), 'wiki')
  const { kill } = await startBuild(folder, dataDir)
  const second = await runCommand(['build', folder, '--data', dataDir], { SITE_CONFIG })
  await kill()
  expect([second.code, second.stderr.trim()]).toEqual([
    5,
    `another build of "${folder}" is running; wait until it ends, or name another folder`
  ])
})

test('a folder with files of somebody else is refused and left alone', async () => {
  const { dataDir } = await staticSite()
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
  const { dataDir } = await staticSite()
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

import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { syncSample } from '../../support/browser/static-site.ts'
import { runCommand } from '../../support/command.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

function rootPageOf(dataDir: string): unknown {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  const root: unknown = mirror.prepare('select root_page_id from mirror').pluck().get()
  mirror.close()
  return root
}

test('start refuses the file of a mirror, which it cannot sync', async () => {
  const { dataDir } = await mirrorDir()
  const file = path.join(dataDir, 'mirror.db')
  const result = await runCommand(['start', '--data', file], { PORT: '0' })
  expect(result).toEqual({
    code: 2,
    stdout: '',
    stderr: `${file} is the file of a mirror, and a sync needs a data directory; name its folder with --data, or run "fansite serve"\n`
  })
})

const commands = [
  ['sync'],
  ['start'],
  ['serve'],
  ['build', 'out'],
  ['export', 'out'],
  ['export', 'out', '--with-spoilers']
]

test.each(commands)(
  '%s in a folder without site.config.ts does not use the sample for the mirror of a site',
  async (...command) => {
    const { dataDir } = await mirrorDir()
    const cwd = tempDir()
    const before = readFileSync(path.join(dataDir, 'mirror.db'))
    const result = await runCommand([...command, '--data', dataDir], { PORT: '0' }, { cwd })
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: `Config error: there is no site.config.ts in ${cwd}, and ${path.join(dataDir, 'mirror.db')} is the mirror of another workspace than the built-in sample; run the command in the folder of the site, or name another data directory with --data\n`
    })
    expect(readFileSync(path.join(dataDir, 'mirror.db')).equals(before)).toBe(true)
    expect(readdirSync(cwd)).toEqual([])
    expect(rootPageOf(dataDir)).toBe(ROOT_ID)
  }
)

test('sync follows a changed root page of SITE_CONFIG, without a site.config.ts', async () => {
  const { api, dataDir } = await mirrorDir()
  const config = { rootNotionPageId: testId(10), pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(config) }
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], env, { cwd: tempDir() })
  expect(code).toBe(0)
  expect(stderr).toContain('the mirror of another workspace is kept as')
  expect(rootPageOf(dataDir)).toBe(testId(10))
})

test('sync in a folder without site.config.ts updates the mirror of the sample', async () => {
  const data = tempDir()
  await syncSample(data)
  const { code, stdout } = await runCommand(['sync', '--data', data], {}, { cwd: tempDir() })
  expect([code, stdout]).toEqual([0, expect.stringContaining('166 pages')])
})

test.each(['sync', 'start'])(
  '%s refuses a site.config.ts that is a dangling link',
  async (command) => {
    const cwd = tempDir()
    symlinkSync('moved/site.config.ts', path.join(cwd, 'site.config.ts'))
    const { code, stdout, stderr } = await runCommand(
      [command, '--data', tempDir()],
      { PORT: '0' },
      { cwd }
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe(
      'Config error: site.config.ts cannot be loaded: it is a link to moved/site.config.ts, which does not exist; correct the link\n'
    )
  }
)

test.each([
  ['export', 'copy'],
  ['snapshot', 'copy'],
  ['snapshot', 'copy.db'],
  ['snapshot', 'copy.db', '--in-place']
])(
  '%s refuses %s below a file, with the cause and the remedy',
  async (command, name, ...options) => {
    const { dataDir } = await mirrorDir()
    const folder = tempDir()
    writeFileSync(path.join(folder, 'file'), '')
    const target = path.join(folder, 'file', name)
    const result = await runCommand([command, target, ...options, '--data', dataDir])
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toMatch(/cannot be a folder: .*; name another folder \(ENOTDIR/)
    expect(result.stderr).toContain(path.join(folder, 'file'))
  }
)

test.each([
  ['export', 'contains files that are not part of an export'],
  ['snapshot', 'is neither empty nor a snapshot'],
  ['build', 'was not made by "fansite build"']
])('%s refuses a folder with other files with exit code 1', async (command, fault) => {
  const { dataDir } = await mirrorDir()
  const folder = tempDir()
  writeFileSync(path.join(folder, 'thesis.md'), 'mine')
  const own = { pageUrlOverrides: {}, navigationLinks: [], components: null }
  const env = { SITE_CONFIG: JSON.stringify({ rootNotionPageId: ROOT_ID, ...own }) }
  const result = await runCommand([command, folder, '--data', dataDir], env)
  expect(result).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(fault) })
  expect(readdirSync(folder)).toEqual(['thesis.md'])
})

test('a data directory below a file is not called an absent mirror', async () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'file'), '')
  const { code, stderr } = await runCommand(['status', '--data', path.join(folder, 'file', 'data')])
  expect(code).toBe(1)
  expect(stderr).toContain('cannot be a folder')
})

test.each(['data', 'data/wiki'])(
  'sync and doctor name a dangling link as the cause: --data %s',
  async (dataDir) => {
    const folder = tempDir()
    symlinkSync('unmounted/wiki', path.join(folder, 'data'))
    const data = ['--data', path.join(folder, dataDir)]
    const synced = await runCommand(['sync', ...data])
    expect(synced).toMatchObject({ code: 1, stdout: '' })
    expect(synced.stderr).toMatch(/a link to a missing path; name another folder with --data \(/)
    const { code, stdout } = await runCommand(['doctor', '--offline', ...data])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^failure {2}folder .*data does not exist and cannot be created/m)
  }
)

test.skipIf(!existsSync('/proc/self'))(
  'init says why it cannot write into the folder',
  async () => {
    const options = ['--root', ROOT_ID, '--yes', '--no-check']
    const { code, stderr } = await runCommand(
      ['init', ...options],
      {},
      { alone: true, cwd: '/proc/self' }
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^\/proc\/.+; name another folder \(/)
  }
)

test('serve names a folder of temporary files that is missing', async () => {
  const { dataDir } = await mirrorDir()
  const TMPDIR = path.join(tempDir(), 'missing')
  const { code, stderr } = await runCommand(['serve', '--data', dataDir], { TMPDIR, PORT: '0' })
  expect(code).toBe(2)
  expect(stderr).toContain(`the folder of temporary files, ${TMPDIR}, cannot be used; create it,`)
})

const longName = 'a'.repeat(250)

test.each([
  ['status', '--data', longName + longName],
  ['sync', '--data', longName + longName],
  ['verify', longName + longName],
  ['export', longName + longName],
  ['snapshot', longName + longName],
  ['snapshot', `${longName}.db`],
  ['build', longName + longName],
  ['build', longName]
])('%s names what was given, if a name is too long', async (...args) => {
  const { dataDir } = await mirrorDir()
  const SITE_CONFIG = JSON.stringify(testConfig(ROOT_ID))
  const cwd = tempDir()
  const env = { FANSITE_DATA: dataDir, SITE_CONFIG }
  const { code, stderr } = await runCommand(args, env, { cwd })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^"?\S*\/?a{250,}(\.db)?"? has a name or a path that is too long for the system, or for .*; write a shorter one \(ENAMETOOLONG\)\n$/
  )
  expect(readdirSync(cwd)).toEqual([])
})

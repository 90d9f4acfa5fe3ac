import { execFile, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { writeFiles } from '../../cli/init/write-files.ts'
import { SAMPLE_ROOT_PAGE_ID } from '../../demo/sample/sample-root.ts'
import { runCommand } from '../support/command.ts'
import { freePort } from '../support/run/free-port.ts'
import { tempDir } from '../support/temp-dir.ts'

const bin = fileURLToPath(new URL('../../cli/bin.js', import.meta.url))

const calls = 'link,linkat'
const injecting = ['--seccomp-bpf', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EPERM`]
const withoutLinks = ['-f', '-qq', '-o', '/dev/null', ...injecting]
const canInject = spawnSync('strace', [...withoutLinks, 'true']).status === 0

/** Runs the command in a folder, without a terminal. */
const runIn = (cwd: string, args: string[], env: Record<string, string> = {}) =>
  runCommand(args, env, { cwd })

/** The address of an API that refuses connections. */
const closedApi = async () => `http://127.0.0.1:${await freePort()}/api/v3`

const root = ['--root', `https://www.notion.so/Home-${SAMPLE_ROOT_PAGE_ID.replaceAll('-', '')}`]

test('init says what the root page is and writes four files, which later commands read', async () => {
  const folder = tempDir()
  const author = ['--author', `the "keepers" of O'Hara\\`]
  const { code, stdout, stderr } = await runIn(folder, ['init', ...root, ...author, '--yes'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Found the page "Hollow Lantern" in the built-in sample workspace')
  const names = ['.env.example', '.gitignore', 'README.md', 'site.config.ts']
  expect(readdirSync(folder).toSorted()).toEqual(names)
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8')
  expect(readme.trim().split('\n')).toHaveLength(6)
  // A new sync cannot make the former paths again.
  expect(readme).toContain(
    'back it up with `npx fansite snapshot <folder>`: only it has the former'
  )
  expect(readme).not.toContain('deleted')

  // A wrong key shows that this configuration is read, and its values are those of the options.
  const file = path.join(folder, 'site.config.ts')
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(`author: 'the "keepers" of O\\'Hara\\\\'`)
  writeFileSync(file, text.replace('domain:', "language: '?', domain:"))
  const wrong = await runIn(folder, ['sync'])
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toMatch(/^Config error: language "\?" is not a language tag[^\n]*\n$/)
})

test('without a terminal, init names the options that are missing', async () => {
  const folder = tempDir()
  const { code, stderr } = await runIn(folder, ['init', ...root, '--name', 'Wiki'])
  expect(code).toBe(2)
  expect(stderr).toBe(
    'there is no terminal to ask for missing values; add --domain, --author, or --root and --yes for the defaults\n'
  )
  expect((await runIn(folder, ['init', '--yes'])).stderr).toContain(
    '--yes asks for no values, and the root page has no default; add --root\n'
  )
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['--root', 'oops', 'is not a link to a Notion page'],
  ['--domain', 'https://x.example', 'is not a bare host'],
  ['--name', ' ', 'missing required site config value "name"']
])('init refuses %s "%s" before it asks the workspace', async (option, value, problem) => {
  const folder = tempDir()
  const { code, stderr } = await runIn(folder, ['init', ...root, '--yes', option, value])
  expect(code).toBe(2)
  expect(stderr).toContain(`${option}: `)
  expect(stderr).toContain(problem)
  expect(readdirSync(folder)).toEqual([])
})

test('init overwrites no file without --force, and writes none of the others', async () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'README.md'), 'mine')
  // A link that leads nowhere.
  symlinkSync('absent', path.join(folder, '.gitignore'))
  const refused = await runIn(folder, ['init', ...root, '--yes', '--no-check'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('.gitignore, README.md exist in')
  expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', 'README.md'])
  const forced = await runIn(folder, ['init', ...root, '--yes', '--no-check', '--force'])
  expect(forced.code).toBe(0)
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toMatch(/^# Wiki\n/)
  expect(readdirSync(folder)).toHaveLength(4)
})

test('if a file is made meanwhile, it is kept and the files before it are removed', () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'second'), 'mine')
  const files = { first: 'ours', second: 'ours', third: 'ours' }
  expect(() => writeFiles(folder, files, { isForced: false })).toThrow('EEXIST')
  expect(readdirSync(folder)).toEqual(['second'])
  expect(readFileSync(path.join(folder, 'second'), 'utf8')).toBe('mine')
})

test('init --force overwrites no file if another name is that of a folder', async () => {
  const folder = tempDir()
  mkdirSync(path.join(folder, 'README.md'))
  for (const name of ['.gitignore', 'site.config.ts'])
    writeFileSync(path.join(folder, name), 'mine')
  const { code, stderr } = await runIn(folder, ['init', ...root, '--yes', '--no-check', '--force'])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `README.md in ${folder} is not a file and cannot be overwritten, so nothing was written; move what is there away, or choose another folder\n`
  })
  expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', 'README.md', 'site.config.ts'])
  expect(readFileSync(path.join(folder, 'site.config.ts'), 'utf8')).toBe('mine')
})

test('if a file cannot be overwritten, those before it have their old content again', () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'first'), 'mine')
  symlinkSync('first', path.join(folder, 'second'))
  mkdirSync(path.join(folder, 'fourth'))
  const files = { first: 'ours', second: 'ours', third: 'ours', fourth: 'ours' }
  expect(() => writeFiles(folder, files, { isForced: true })).toThrow('EISDIR')
  expect(readdirSync(folder).toSorted()).toEqual(['first', 'fourth', 'second'])
  expect(readFileSync(path.join(folder, 'first'), 'utf8')).toBe('mine')
  expect(readlinkSync(path.join(folder, 'second'))).toBe('first')
})

test.skipIf(!canInject)(
  `init writes its files where the file system has no links${canInject ? '' : ' (skipped: strace cannot inject errors here)'}`,
  async () => {
    const folder = tempDir()
    const command = [process.execPath, bin, 'init', ...root, '--yes', '--no-check']
    await promisify(execFile)('strace', [...withoutLinks, ...command], { cwd: folder })
    const names = ['.env.example', '.gitignore', 'README.md', 'site.config.ts']
    expect(readdirSync(folder).toSorted()).toEqual(names)
    expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toMatch(/^# Wiki\n/)
  }
)

test('init writes nothing if the root page cannot be read, and says why', async () => {
  const folder = tempDir()
  const api = await closedApi()
  const { host } = new URL(api)
  const env = { NOTION_API_BASE_URL: api }
  const { code, stderr } = await runIn(folder, ['init', ...root, '--yes'], env)
  expect(code).toBe(1)
  expect(stderr).toBe(
    `the workspace did not answer syncRecordValuesMain: ${host} cannot be reached: connect ECONNREFUSED ${host}; check the network, the proxy or firewall, and NOTION_API_BASE_URL; nothing was written; to write the files all the same, add --no-check\n`
  )
  expect(readdirSync(folder)).toEqual([])
})

test('variables in .env are read, unless they are set', async () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, '.env'), `NOTION_API_BASE_URL=${await closedApi()}\n`)
  expect((await runIn(folder, ['init', ...root, '--yes'])).stderr).toContain('ECONNREFUSED')
  const NOTION_API_BASE_URL = ''
  expect((await runIn(folder, ['init', ...root, '--yes'], { NOTION_API_BASE_URL })).code).toBe(0)
})

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { collectOutput } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { testCache } from '../support/run/source-digest.ts'
import { tempDir } from '../support/temp-dir.ts'
import { ROOT_ID, testId } from '../support/workspaces/records.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The address of a page of the mirror. */
const PAGE = '/mining-deep'
/** A file that is read by the process for statements. */
const ROWS = '/_data/pages.json'
const printing = (word: string) => `export const main = async () => (console.log('${word}'), 0)\n`

/** A command whose source and build print which of them runs. */
function smallCommand(): { folder: string; source: string; list: string } {
  const folder = tempDir()
  for (const name of [
    'package.json',
    'tsconfig.json',
    'cli/bin.js',
    'server/process/load-module.js'
  ])
    cpSync(path.join(root, name), path.join(folder, name))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  mkdirSync(path.join(folder, 'dist/node'), { recursive: true })
  writeFileSync(path.join(folder, 'dist/node/fansite.js'), printing('build'))
  const source = path.join(folder, 'cli/fansite.ts')
  writeFileSync(source, printing('sources'))
  const list = path.join(folder, 'dist/node/sources.json')
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex')
  writeFileSync(list, JSON.stringify({ 'cli/fansite.ts': digest }))
  return { folder, source, list }
}

function run(folder: string): { stdout: string; stderr: string } {
  const bin = path.join(folder, 'cli/bin.js')
  const { stdout, stderr } = spawnSync(process.execPath, [bin], { encoding: 'utf8' })
  return { stdout: stdout.trim(), stderr: stderr.trim() }
}

test('a current build runs, also after file times and the folder have changed', () => {
  const { folder, source } = smallCommand()
  expect(run(folder)).toEqual({ stdout: 'build', stderr: '' })
  utimesSync(source, 1, 1)
  const copied = tempDir()
  execFileSync('sh', ['-c', `tar -C '${folder}' -cf - . | tar -C '${copied}' -xf -`])
  expect(run(copied)).toEqual({ stdout: 'build', stderr: '' })
})

test('a stale build is reported and the sources run instead', () => {
  const { folder, source } = smallCommand()
  appendFileSync(source, '// changed\n')
  const { stdout, stderr } = run(folder)
  expect(stdout).toBe('sources')
  expect(stderr).toContain('the build is stale (cli/fansite.ts has changed)')
  expect(stderr).toContain('npm run build')
})

test('without a complete build, the sources run', () => {
  const { folder, list } = smallCommand()
  rmSync(list)
  expect(run(folder)).toEqual({ stdout: 'sources', stderr: '' })
})

/** A copy of the package with its build, as it is installed. */
function installedPackage(folder: string, { without }: { without: string[] }): string {
  const names = [
    'cli',
    'db',
    'demo',
    'dist',
    'library',
    'migrations',
    'server',
    'site',
    'static',
    'web'
  ]
  const files = [
    'package.json',
    'site.config.ts',
    'components.tsx',
    'tsconfig.json',
    'vite.node.config.ts'
  ]
  for (const name of [...names, ...files])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync(path.join(root, 'node_modules')))
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  for (const name of without) rmSync(path.join(folder, name), { recursive: true })
  return folder
}

/** Serves a mirror with the command of a folder, until `stop` or the end of the test. */
async function startServer(folder: string, dataDir: string) {
  const bin = path.join(folder, 'cli/bin.js')
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--data', dataDir], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SITE_CONFIG: JSON.stringify({ rootNotionPageId: ROOT_ID })
    }
  })
  onFinished(() => server.kill('SIGKILL'))
  const output = collectOutput(server)
  await expect.poll(() => output.stdout).toMatch(/ is at http/)
  const address = / is at (http:\/\/\S+)/.exec(output.stdout)?.[1] ?? ''
  const stop = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  return { address, output, stop }
}

/** Uses each part that runs in a process or thread of its own. */
async function useEveryPart(folder: string) {
  const { dataDir } = await mirrorDir()
  const { address, output, stop } = await startServer(folder, dataDir)
  const statuses: Record<string, number> = {}
  for (const url of [PAGE, ROWS, `/api/social-image?id=${testId(20)}`, '/mirror.db'])
    statuses[url.replace(/\?.*/, '')] = await settledStatus(address + url)
  const rows: unknown[] = await (await fetch(address + ROWS)).json()
  const used = { statuses, rows: rows.length, errors: output.stderr }
  return { used, dataDir, address, output, stop }
}

/** The status of an address once the server is no longer busy. */
async function settledStatus(url: string): Promise<number> {
  let status = 503
  await expect.poll(async () => (status = (await fetch(url)).status)).not.toBe(503)
  return status
}

const everyPartWorks = {
  statuses: { [PAGE]: 200, [ROWS]: 200, '/api/social-image': 200, '/mirror.db': 200 },
  rows: 3,
  errors: ''
}

test('a build runs every process and thread without tsx', async () => {
  const folder = installedPackage(tempDir(), { without: ['node_modules/tsx'] })
  const { used, dataDir, address, stop } = await useEveryPart(folder)
  expect(used).toEqual(everyPartWorks)
  const former = await etagsOf(address)
  expect(await statusesOf(address, former)).toEqual([304, 304])
  await stop()
  appendFileSync(path.join(folder, 'dist/node/sources.json'), '\n')
  const updated = await startServer(folder, dataDir)
  expect(await statusesOf(updated.address, former)).toEqual([200, 200])
  await loseScript(folder, updated)
})

/** Responses whose ETag is not made of their content. */
const revalidated = [ROWS, '/api/changes?since=1']

function etagsOf(address: string): Promise<string[]> {
  return Promise.all(
    revalidated.map(async (url) => (await fetch(address + url)).headers.get('etag') ?? 'none')
  )
}

/** The statuses of requests with these ETags: 304 where the response is still the same. */
function statusesOf(address: string, etags: string[]): Promise<number[]> {
  return Promise.all(
    revalidated.map(async (url, at) => {
      const headers = { 'if-none-match': etags[at] ?? '' }
      return (await fetch(address + url, { headers })).status
    })
  )
}

/** Removes a script, as a new build does, under a server that has not sent it yet. */
async function loseScript(
  folder: string,
  { address, output }: { address: string; output: { stdout: string } }
): Promise<void> {
  const scripts = path.join(folder, 'dist/web/assets')
  const name = readdirSync(scripts).find((each) => /^start-posthog.*\.js$/.test(each)) ?? ''
  for (const suffix of ['', '.br', '.gz'])
    rmSync(path.join(scripts, name + suffix), { force: true })
  expect((await fetch(`${address}/_assets/assets/${name}`)).status).toBe(404)
  await expect
    .poll(() => output.stdout)
    .toContain(`${name}\\" cannot be read: the build has changed since the server started; restart`)
  expect((await fetch(address + PAGE)).status).toBe(200)
}

test('without a build, every process and thread runs from the sources', async () => {
  // Always the same one: tsx keeps what it has compiled by path and content.
  const folder = path.join(testCache, 'sources')
  rmSync(folder, { recursive: true, force: true })
  onFinished(() => rmSync(folder, { recursive: true, force: true }))
  installedPackage(folder, { without: ['dist/node'] })
  expect((await useEveryPart(folder)).used).toEqual(everyPartWorks)
})

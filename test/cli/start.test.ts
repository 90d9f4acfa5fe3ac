import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { SAMPLE_ROOT_PAGE_ID } from '../../demo/sample/sample-root.ts'
import { sampleWorkspace } from '../../demo/sample/sample.ts'
import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { story } from '../canaries/story.ts'
import { collectOutput, runCommand, startCommand } from '../support/command.ts'
import { freePort } from '../support/run/free-port.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { ROOT_ID, textBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'

/** How pages are polled: each answer takes time of the server too, which a busy machine does not have. */
const seldom = { interval: 250 }

/** Starts `fansite <command>` on a free port and returns its address. */
async function startSite(args: string[], env: Record<string, string> = {}, cwd?: string) {
  const child = startCommand([...args, '--port', '0'], env, { ...(cwd !== undefined && { cwd }) })
  onTestFinished(() => stop(child))
  const output = { text: '' }
  child.stdout?.on('data', (part: Buffer) => (output.text += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (output.text += part.toString()))
  await expect.poll(() => output.text).toContain(' is at http://')
  const address = / is at (http:\/\/\S+)/.exec(output.text)?.[1] ?? ''
  return { child, output, address }
}

/** The API of a workspace with this text. */
async function openApi(words: string, port = 0) {
  const workspace = workspaceOf([testId(2)], [textBlock(2, words)])
  const api = await startWorkspaceApi({ workspace, port })
  onTestFinished(() => api.close())
  return api
}

/** The variables to sync from an API and serve that, without components, which would be compiled. */
function settingsOf(baseUrl: string, other: object = {}): Record<string, string> {
  const own = { pageUrlOverrides: {}, navigationLinks: [], components: null }
  const config = { rootNotionPageId: ROOT_ID, ...own, ...other }
  return { NOTION_API_BASE_URL: baseUrl, SITE_CONFIG: JSON.stringify(config) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The home page as Markdown. */
async function homeText(address: string): Promise<string> {
  return (await fetch(`${address}/index.md`)).text()
}

async function status(url: string): Promise<number> {
  return (await fetch(url)).status
}

test('start listens at once, syncs the whole sample in a separate process, and then serves it', async () => {
  const dataDir = tempDir()
  const { address, output } = await startSite(['start', '--data', dataDir])

  expect(await status(`${address}/healthz`)).toBe(200)
  await expect.poll(() => output.text).toMatch(/^Published generation 1: \d+ pages, [\d,]+ blocks/m)
  expect(output.text).toContain('Reading the built-in sample workspace\n')
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  onTestFinished(() => void mirror.close())
  const ids = mirror.prepare('select id from block order by id').pluck().all()
  expect(ids).toEqual(Object.keys(sampleWorkspace().block).toSorted())
  const root = mirror.prepare('select root_page_id from mirror').pluck().get()
  expect(root).toBe(SAMPLE_ROOT_PAGE_ID)
  expect(mirror.prepare('select exit_code from sync_run').pluck().all()).toEqual([0])
  await expect.poll(() => status(`${address}/`), seldom).toBe(200)
  const home = await (await fetch(`${address}/`)).text()
  expect(home).toContain('Hollow Lantern')
  expect(await status(`${address}/readyz`)).toBe(200)
})

test('start reports a first sync that fails, syncs again with its own settings, and pages show the changes', async () => {
  const port = await freePort()
  const folder = tempDir()
  const customCss = path.join(folder, 'own.css')
  writeFileSync(customCss, 'p { color: teal }')
  const env = settingsOf(`http://127.0.0.1:${port}/api/v3`, { customCss })
  const { address, output } = await startSite(['start', '--sync-every', '0.03'], env, folder)
  const report = 'sync ended with exit code 1; nothing has been published yet'
  await expect.poll(() => output.text).toContain(report)

  const { edit } = await openApi('first words', port)
  const home = async () => (await fetch(address)).text()
  await expect.poll(() => output.text).toContain('Published generation 1:')
  await expect.poll(home, seldom).toContain('first words')
  // They take effect with the next start.
  writeFileSync(path.join(folder, '.env'), 'FANSITE_DATA=other\nNOTION_TOKEN="unclosed')
  rmSync(customCss)
  writeFileSync(path.join(folder, 'site.config.ts'), 'export default {')
  edit.setText(testId(2), 'second words')
  await expect.poll(() => output.text).toContain('Published generation 2:')
  await expect.poll(home, seldom).toContain('second words')
})

test('a server waits for the first publication with status 503, shows it, and ends with SIGTERM', async () => {
  const dataDir = tempDir()
  const long = `some words ${'x'.repeat(1_000_000)}`
  const api = await openApi(long)
  const env = { ...settingsOf(api.baseUrl), METRICS_TOKEN: 'a-token-of-the-tests' }
  const serve = ['serve', '--data', dataDir, '--cache-mb', '1', '--allow-rollback']
  const { child, address, output } = await startSite(serve, env)
  const note = `there is no mirror at ${dataDir}/mirror.db yet: visitors see a waiting page`
  await expect.poll(() => output.text).toContain(note)
  const page = await fetch(`${address}/wiki`)
  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('30')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toMatch(/first sync/i)
  const ready = await fetch(`${address}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ error: 'not_ready' })
  expect(await status(`${address}/healthz`)).toBe(200)
  expect(await status(`${address}/`)).toBe(503)

  const { code } = await runCommand(['sync', '--data', dataDir], env)
  expect(code).toBe(0)
  await expect.poll(() => homeText(address), seldom).toContain('some words')
  const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
  const metrics = await (await fetch(`${address}/metrics`, { headers })).text()
  // The page has more than the megabyte of `--cache-mb`.
  expect(metrics).toContain('\nfansite_cache_entries 0\n')
  expect(output.text).not.toContain('without spoilers')

  const [mirror, earlier] = [path.join(dataDir, 'mirror.db'), path.join(dataDir, 'earlier.db')]
  copyFileSync(mirror, earlier)
  api.edit.setText(testId(2), 'other words')
  await runCommand(['sync', '--data', dataDir], env)
  await expect.poll(() => homeText(address), seldom).toContain('other words')
  // For `--allow-rollback`.
  renameSync(earlier, mirror)
  await expect.poll(() => homeText(address), seldom).toContain('some words')

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

/** A folder with the configuration of a site that withholds the spoilers of these chapters. */
function storyFolder(chapters: string[]) {
  const cwd = tempDir()
  const write = (list: string[]) => {
    const spoilers = { mode: 'withhold', chapters: list, sign: '🔒' }
    const own = { name: 'Story', author: 'the keepers', domain: 'story.example.org' }
    const config = JSON.stringify({ rootNotionPageId: ROOT_ID, ...own, spoilers })
    writeFileSync(path.join(cwd, 'site.config.ts'), `export default ${config}\n`)
  }
  write(chapters)
  return { cwd, write }
}

test('other rules for spoilers take effect when start is run again, not with its next sync', async () => {
  const api = await startWorkspaceApi({ workspace: story(), isOwned: true })
  onTestFinished(() => api.close())
  const { cwd, write } = storyFolder(['1'])
  const args = ['start', '--data', tempDir(), '--sync-every', '0.05']
  const { address, output } = await startSite(args, { NOTION_API_BASE_URL: api.baseUrl }, cwd)
  // For the facts of a page and a search, the server starts no process that renders.
  const facts = `${address}/api/notion-page-info?pageId=${testId(10)}`
  const search = `${address}/api/search-notion?query=words`
  const textOf = async (url: string) => (await fetch(url)).text()
  await expect.poll(() => textOf(facts), seldom).toContain('"title":"Spoiler"')

  write(['1', '9'])
  for (const words of ['first words', 'second words']) {
    api.edit.setText(testId(20), words)
    await expect.poll(() => textOf(search), seldom).toContain(words)
  }
  expect(await status(`${address}/api/collections/${testId(40)}/rows`)).toBe(200)
  expect(output.text).not.toContain('is missing')
  // Before its first sync.
  expect(output.text).toContain('there is no mirror without spoilers yet; run \\"fansite sync\\"')
})

test('a server beside a sync with other rules for spoilers asks to be restarted', async () => {
  const api = await startWorkspaceApi({ workspace: story() })
  onTestFinished(() => api.close())
  const { cwd, write } = storyFolder(['1'])
  const [dataDir, env] = [tempDir(), { NOTION_API_BASE_URL: api.baseUrl }]
  await runCommand(['sync', '--data', dataDir], env, { cwd })
  const { address, output } = await startSite(['serve', '--data', dataDir], env, cwd)
  await expect.poll(() => status(`${address}/readyz`), seldom).toBe(200)
  write(['1', '9'])
  await runCommand(['sync', '--data', dataDir], env, { cwd })
  await expect
    .poll(() => output.text)
    .toContain(
      'the mirror that was open is still served; if a sync has used other rules for spoilers than this server, restart the server'
    )
})

/** A module that prints the lengths of long timers. */
const printTimers = `
  const { setTimeout } = globalThis
  globalThis.setTimeout = (run, ms = 0, ...values) => {
    if (ms >= 600_000) console.error('timer of ' + ms + ' ms')
    return setTimeout(run, ms, ...values)
  }`

test('a mirror of another root page is served with a warning, also if the sync fails', async () => {
  const { dataDir, api } = await mirrorDir()
  await api.close()
  const others = { rootNotionPageId: testId(99), includeNotionIdInUrls: true }
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(printTimers)}`
  const env = { ...settingsOf(api.baseUrl, others), NODE_OPTIONS }
  const { address, output } = await startSite(['start', '--data', dataDir], env)
  const warning = `the mirror has the root page ${ROOT_ID}, not the configured ${testId(99)}; it is served until`
  await expect.poll(() => output.text).toContain(warning)
  await expect
    .poll(() => output.text)
    .toContain('the configuration of paths has changed; run \\"fansite sync\\"')
  await expect
    .poll(() => output.text)
    .toContain('sync ended with exit code 1; the site still shows the last publication')
  // Until the next sync.
  await expect.poll(() => output.text).toContain('timer of 3600000 ms')
  await expect.poll(() => homeText(address), seldom).toContain('Mining')
})

/**
 * Runs the script `dev` of package.json in a folder of empty files of these names; its main module only
 * starts, and imports nothing.
 */
async function watchFolder(names: string[]) {
  const folder = tempDir()
  for (const name of names) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), '')
  }
  mkdirSync(path.join(folder, 'cli'))
  const main = "console.log('started'); setInterval(() => {}, 1000)"
  writeFileSync(path.join(folder, 'cli/dev.ts'), main)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const env = { PATH: `${path.resolve('node_modules/.bin')}:${process.env['PATH']}` }
  const child = spawn('sh', ['-c', `exec ${scripts.dev}`], { cwd: folder, env })
  onTestFinished(() => stop(child))
  return { folder, output: collectOutput(child) }
}

test('npm run dev starts again after changes of what the server runs, not of what Vite applies', async () => {
  const run = [
    'db/page/read-page.ts',
    'server/render/worker/render-page.tsx',
    'site/search/tokens.ts',
    'web/blocks/render-blocks.tsx',
    'web/messages.ts',
    'web/offline/OfflinePage.tsx',
    'web/pages/PageFoot.tsx'
  ]
  const applied = [
    'web/analytics/start-fathom.ts',
    'web/client.ts',
    'web/islands/search/SearchList.tsx',
    'web/islands/start-tabs.ts',
    'web/offline/start-offline.ts',
    'web/query/editor.ts',
    'web/styles/page/math/math.css'
  ]
  const { folder, output: watched } = await watchFolder([...run, ...applied])
  const starts = () => watched.stdout.split('started\n').length - 1
  await expect.poll(starts).toBe(1)
  for (const [index, name] of run.entries()) {
    const before = starts()
    const change = () => {
      // A note names the last of the changes that come together.
      for (const each of [name, applied[index] ?? '']) appendFileSync(path.join(folder, each), '\n')
    }
    if (index > 0) change()
    const output = () => {
      // The first changes may come before the folder is watched.
      if (index === 0) change()
      return watched.stdout
    }
    await expect.poll(output).toContain(`change in ./${name}`)
    await expect.poll(starts).toBeGreaterThan(before)
  }
  expect(applied.filter((name) => watched.stdout.includes(name))).toEqual([])
})

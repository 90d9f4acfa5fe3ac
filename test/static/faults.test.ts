import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import Database from 'better-sqlite3'
import { transform } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'

import { differences, folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder } from '../support/browser/static-site.ts'
import { runCommand } from '../support/command.ts'
import { damageTable } from '../support/damage.ts'
import { smallDisk } from '../support/small-disk.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'
import { buildOnce } from './open-folder.ts'

const execFileAsync = promisify(execFile)
const config = testConfig(ROOT_ID)
const env = { SITE_CONFIG: JSON.stringify(config) }
const injecting = ['-f', '--seccomp-bpf', '-e', 'trace=link', '-e', 'inject=link:error=EPERM']
const canInject = spawnSync('strace', [...injecting, 'true']).status === 0
const untilInjected = canInject ? '' : ' (skipped: strace cannot inject errors here)'

let source: Awaited<ReturnType<typeof buildOnce>>
/** The files of a build without faults. */
let whole: Map<string, Buffer>
beforeAll(async () => {
  const pages = [
    pageBlock(10, 'Mining', { content: [testId(11)] }),
    pageBlock(20, '日本語のページ')
  ]
  const text = textBlock(11, 'line one\nline two', { parent_id: testId(10) })
  source = await buildOnce(() => workspaceOf([testId(10), testId(20)], [...pages, text]))
  whole = source.files
})

const build = (folder: string) => buildFolder(folder, { dataDir: source.dataDir, config })
const run = (folder: string) =>
  runCommand(['build', folder, '--data', source.dataDir, '--social-images', 'site'], env)
const newFolder = () => path.join(tempDir(), 'wiki')

/** The private file about a folder that was built, which is the only one. */
function stateFile(dataDir: string): string {
  const name = readdirSync(path.join(dataDir, 'builds')).find((each) => each.endsWith('.db')) ?? ''
  return path.join(dataDir, 'builds', name)
}

/** Options of `strace` that inject faults of system calls. */
function straceOf(faults: Record<string, string>): string[] {
  // The other system calls are not stopped, which would take time.
  const only = ['--seccomp-bpf', '-e', `trace=${Object.keys(faults).join()}`]
  const injected = Object.entries(faults).flatMap(([calls, code]) => [
    '-e',
    `inject=${calls}:error=${code}`
  ])
  return ['-f', '-qq', '-o', '/dev/null', ...only, ...injected]
}

/** Makes every file again in a process with injected faults. */
async function buildUnder(
  folder: string,
  faults: Record<string, string>
): Promise<Record<string, unknown>> {
  const command = [process.execPath, 'cli/bin.js', 'build', folder, '--data', source.dataDir]
  const options = ['--social-images', 'site', '--complete', '--json']
  const { stdout } = await execFileAsync('strace', [...straceOf(faults), ...command, ...options], {
    env: { PATH: process.env['PATH'], ...env }
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Links one file as another in a process with injected faults of system calls, and returns what it says. */
async function linkUnder(faults: Record<string, string>, files: [string, string]): Promise<string> {
  const module = readFileSync('db/mirror/files/link-or-copy.ts', 'utf8')
  const { code } = await transform(module, { loader: 'ts' })
  const script = `${code}; console.log(linkOrCopy(...process.argv.slice(1)))`
  const node = [process.execPath, '--input-type=module', '-e', script, ...files]
  const { stdout } = await execFileAsync('strace', [...straceOf(faults), ...node])
  return stdout.trim()
}

test.skipIf(!canInject).each(['EMLINK', 'EXDEV'])(
  `a file is copied where the system refuses a link with %s${untilInjected}`,
  async (code) => {
    const [from, to] = [path.join(tempDir(), 'from'), path.join(tempDir(), 'to')]
    writeFileSync(from, 'Melts at noon.')
    expect(await linkUnder({ 'link,linkat': code }, [from, to])).toBe('copied')
    expect([readFileSync(to, 'utf8'), statSync(to).nlink]).toEqual(['Melts at noon.', 1])
  }
)

test.skipIf(!canInject)(
  `folders are built where links and priorities are forbidden${untilInjected}`,
  async () => {
    const { folder, counts } = await source.open()
    const forbidden = { 'link,linkat': 'EPERM', setpriority: 'EPERM' }
    // It renders everything, and copies what the versions have in common.
    const { rendered } = await buildUnder(folder, forbidden)
    expect(rendered).toBe(counts['rendered'])
    expect(differences(whole, folderFiles(folder))).toEqual([])
    expect(statSync(path.join(folder, 'index.html')).nlink).toBe(1)
  }
)

test('a full disk is named, the folder stays as it is, and the next build goes on', async (context) => {
  const disk = smallDisk('16m')
  if (disk === undefined) return context.skip('mounting a small disk is not allowed here')
  const folder = path.join(disk, 'wiki')
  await build(folder)
  const before = folderFiles(folder)
  const ballast = path.join(disk, 'ballast')
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096'], { stdio: 'ignore' })
  const args = ['build', folder, '--data', source.dataDir, '--complete', '--base-path', '/other']
  const { code, stderr } = await runCommand(args, env)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/the disk is full; free some space/)])
  expect(differences(before, folderFiles(folder))).toEqual([])
  rmSync(ballast)
  await build(folder)
  expect(differences(before, folderFiles(folder))).toEqual([])
})

/** Damages the state file of the built folder, and expects the next build to make the same files again. */
async function expectAllMadeAgain(reason: string, damage: (file: string) => void) {
  const { dataDir, folder } = await source.open()
  const again = () => run(folder)
  const file = stateFile(dataDir)
  damage(file)
  const { code, stderr } = await again()
  const message = `"${file}" was ${reason}, so everything was made again`
  expect([code, stderr.trim()]).toEqual([0, message])
  expect(differences(whole, folderFiles(folder))).toEqual([])
  return { again }
}

describe('a state file', () => {
  test('that is damaged is replaced, and everything is made again', async () => {
    await expectAllMadeAgain('damaged (SQLITE_NOTADB)', (file) => {
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
      writeFileSync(file, 'no database, but long enough to be read as a page of one '.repeat(100))
    })
  })

  test('with bytes that have changed in a value is replaced', async () => {
    const { again } = await expectAllMadeAgain('damaged (its digest differs)', (file) => {
      // The size of a page's file, which SQLite reads without an error.
      const bytes = readFileSync(file)
      const at = bytes.indexOf('index.htmlpage')
      expect(at).toBeGreaterThan(0)
      bytes.write('index.htmlcage', at)
      writeFileSync(file, bytes)
    })
    expect((await again()).stderr).toBe('')
  })

  test('whose damage shows when its entries are read is replaced', async () => {
    await expectAllMadeAgain('damaged (SQLITE_CORRUPT)', (file) => {
      // As after a killed build, which leaves no digest.
      rmSync(`${file}.sha256`)
      damageTable(file, 'entry')
    })
  })

  test('of another version of fansite is emptied, and everything is made again', async () => {
    const reason = 'written by another version of fansite'
    const { again } = await expectAllMadeAgain(reason, (file) => {
      const database = new Database(file)
      // As the first version of the format was.
      database.exec(
        'drop index entry_expiry; drop table reference; alter table entry drop column expires_at'
      )
      database.pragma('user_version = 1')
      database.close()
    })
    expect((await again()).stderr).toBe('')
  })
})

test('a link to somewhere else is refused and left alone', async () => {
  const folder = newFolder()
  const elsewhere = tempDir()
  symlinkSync(elsewhere, folder)
  const { code, stderr } = await run(folder)
  expect([code, stderr]).toEqual([1, expect.stringContaining('was not made by "fansite build"')])
  expect(realpathSync(folder)).toBe(realpathSync(elsewhere))
})

test('a folder whose versions have vanished is written again', async () => {
  const { folder } = await source.open()
  rmSync(path.join(path.dirname(folder), '.wiki.builds'), { recursive: true })
  expect(existsSync(folder)).toBe(false)
  await build(folder)
  expect(differences(whole, folderFiles(folder))).toEqual([])
})

// root may write anywhere but below /proc.
test('a place that cannot be written to is named with the remedy', async () => {
  const { code, stderr } = await run('/proc/fansite/wiki')
  expect([code, stderr]).toEqual([1, expect.stringContaining('/proc/fansite')])
  expect(stderr).toContain('name another folder')
})

const ofOther = { SITE_CONFIG: JSON.stringify(testConfig(testId(99))) }
const otherRoot = (dataDir: string) =>
  `the mirror in "${dataDir}" has the root page ${ROOT_ID}, not the configured ${testId(99)}; run "fansite sync", or correct "rootNotionPageId"`

test('a mirror from elsewhere is verified before it is built, however long that takes', async () => {
  const copy = path.join(tempDir(), 'wiki')
  await runCommand(['snapshot', copy, '--data', source.dataDir], env)
  // Ends the patience of a server at once.
  const impatient = `import timers from 'node:timers/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const { setTimeout } = timers
    timers.setTimeout = (ms, ...rest) => setTimeout(ms === 25_000 ? 0 : ms, ...rest)
    syncBuiltinESMExports()`
  // A mirror that is not verified is not read at all.
  const { code, stderr } = await runCommand(
    ['build', newFolder(), '--data', copy],
    { ...ofOther, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(impatient)}` },
    { alone: true }
  )
  expect([code, stderr]).toEqual([1, `${otherRoot(copy)}\n`])
})

test('a mirror of another root page is refused, and the folder stays as it is', async () => {
  const { folder } = await source.open()
  const { code, stderr } = await runCommand(['build', folder, '--data', source.dataDir], ofOther)
  expect([code, stderr]).toEqual([1, `${otherRoot(source.dataDir)}\n`])
  expect(differences(whole, folderFiles(folder))).toEqual([])
})

test('a build without the mirror that it needs names remedies of its own', async () => {
  const withheld = { ...config, spoilers: { mode: 'withhold' } }
  const other = { SITE_CONFIG: JSON.stringify(withheld) }
  const { code, stderr } = await runCommand(['build', newFolder(), '--data', source.dataDir], other)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^there is .*; run "fansite sync"\n$/)])
})

test('by default, pages have pictures of their own; the environment names the analytics', async () => {
  const { dataDir, folder } = await source.open()
  const args = ['build', folder, '--data', dataDir]
  const { code } = await runCommand(args, { ...env, FATHOM_SITE_ID: 'LANTERN' })
  const [home, mining] = ['index.html', 'mining/index.html'].map((name) =>
    readFileSync(path.join(folder, name), 'utf8')
  )
  const pictureOf = (html = '') => /property="og:image" content="([^"]*)"/.exec(html)?.[1]
  expect([code, home]).toEqual([0, expect.stringContaining('LANTERN')])
  expect(pictureOf(home)).toBeDefined()
  expect(pictureOf(mining)).not.toBe(pictureOf(home))
})

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'

import { ExportFolder, inExportFolder } from '../../../cli/copies/export/export-folder.ts'
import { lockFile } from '../../../db/mirror/files/lock-file.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { runCommand } from '../../support/command.ts'
import { exportBlocks, filesIn, runExport } from '../../support/sites/exported.ts'
import {
  asset,
  attachment,
  imageBlock,
  openFileSite,
  picture,
  published
} from '../../support/sites/file-site.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

test('removed pages leave the export, foreign files and .git stay', async () => {
  const config = { pageUrlOverrides: { '/mobs/gone': testId(3) } }
  const { site, folder } = await exportBlocks([pageBlock(2, 'Ash'), pageBlock(3, 'Gone')], {
    config
  })
  mkdirSync(path.join(folder, '.git'))
  const foreign = ['.git/HEAD', 'pages/notes.md', 'README.md']
  for (const name of foreign) writeFileSync(path.join(folder, name), 'mine')
  expect(filesIn(folder).has('pages/mobs/gone.md')).toBe(true)

  site.api.edit.trash(testId(3))
  await site.sync()
  expect(await runExport(site.dataDir, folder)).toContain('1 removed')
  const names = [...filesIn(folder).keys()]
  expect(names).toEqual(expect.arrayContaining(foreign))
  expect(names.join()).not.toContain('gone')
  expect(existsSync(path.join(folder, 'pages/mobs'))).toBe(false)
})

test('files of a killed export are removed by a later one when their page is removed', async () => {
  const { site, folder } = await exportBlocks([pageBlock(2, 'Ash')])
  writeFileSync(path.join(folder, 'pages/left.md'), 'half of an export')
  writeFileSync(path.join(folder, '.fansite-export.added'), 'pages/left.md\n')
  writeFileSync(path.join(folder, '.fansite-export.part'), 'half of a file')
  expect(await runExport(site.dataDir, folder)).toContain('1 removed')
  const own = [...filesIn(folder).keys()].filter((name) => name.includes('fansite'))
  expect(own).toEqual(['.fansite-export.json'])
  expect(existsSync(path.join(folder, 'pages/left.md'))).toBe(false)
})

test('a killed first export is continued, and what it wrote is removed if it is not exported', () => {
  const folder = tempDir()
  new ExportFolder(folder).write('pages/a.md', () => ['a'])
  const next = new ExportFolder(folder)
  next.write('pages/b.md', () => ['b'])
  expect(next.finish()).toMatchObject({ removed: 1 })
  expect([...filesIn(folder).keys()].toSorted()).toEqual(['.fansite-export.json', 'pages/b.md'])
})

test('a text that has become shorter is written again, and one that fails leaves the file whole', () => {
  const folder = tempDir()
  const file = path.join(folder, 'pages/a.md')
  for (const text of ['a lamp with oil', 'a lamp']) {
    const opened = new ExportFolder(folder)
    opened.write('pages/a.md', () => [text])
    opened.finish()
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  function* failing(): Generator<string> {
    yield 'half of '
    throw new Error('the disk is full')
  }
  expect(() => new ExportFolder(folder).write('pages/a.md', failing)).toThrow('the disk is full')
  expect(readFileSync(file, 'utf8')).toBe('a lamp')
})

test('an export to a folder that another export is writing is refused', async () => {
  const { site, folder } = await exportBlocks([pageBlock(2, 'Ash')])
  const file = path.join(folder, '.fansite-export.lock')
  const other = lockFile(file, (cause) => cause)
  rmSync(path.join(folder, 'pages/ash.md'))
  const refused = await runCommand(['export', folder, '--data', site.dataDir])
  expect({ code: refused.code, stderr: refused.stderr }).toEqual({
    code: 5,
    stderr: `another export to "${folder}" is running; wait until it ends, or name another folder\n`
  })
  expect(existsSync(path.join(folder, 'pages/ash.md'))).toBe(false)

  // A killed export leaves the file behind without a lock.
  other.close()
  expect(await runExport(site.dataDir, folder)).toContain('1 written')
  expect(existsSync(file)).toBe(false)
})

test('an export has its folder for itself until it ends', () => {
  const folder = path.join(tempDir(), 'new')
  inExportFolder(folder, (opened) => {
    opened.write('pages/a.md', () => ['a'])
    expect(() => inExportFolder(folder, (second) => second.finish())).toThrow('another export')
    opened.finish()
  })
  expect([...filesIn(folder).keys()].toSorted()).toEqual(['.fansite-export.json', 'pages/a.md'])
})

test('a folder with foreign files is refused unchanged; one with only a repository is accepted', async () => {
  const { site } = await exportBlocks([pageBlock(2, 'Ash')])
  const folder = tempDir()
  mkdirSync(path.join(folder, '.git'))
  await runExport(site.dataDir, folder)

  const other = tempDir()
  writeFileSync(path.join(other, 'thesis.md'), 'mine')
  const refused = await runCommand(['export', other, '--data', site.dataDir])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toBe(
    `${other} contains files that are not part of an export; choose a new or empty folder\n`
  )
  expect([...filesIn(other).keys()]).toEqual(['thesis.md'])
})

test('nothing outside the folder is written or removed, whatever its manifest and symbolic links contain', async () => {
  const { site, folder } = await exportBlocks([pageBlock(2, 'Ash')])
  const outside = tempDir()
  writeFileSync(path.join(outside, 'ash.md'), 'mine')
  const names = [
    '../ash.md',
    `${outside}/ash.md`,
    'pages/../../ash.md',
    'pages/ash.md',
    '.git/HEAD'
  ]
  mkdirSync(path.join(folder, '.git'))
  writeFileSync(path.join(folder, '.git/HEAD'), 'mine')
  writeFileSync(path.join(folder, '.fansite-export.json'), JSON.stringify({ files: names }))
  writeFileSync(path.join(path.dirname(folder), 'ash.md'), 'mine')
  await runExport(site.dataDir, folder)
  expect(readFileSync(path.join(path.dirname(folder), 'ash.md'), 'utf8')).toBe('mine')
  expect(readFileSync(path.join(folder, '.git/HEAD'), 'utf8')).toBe('mine')

  writeFileSync(
    path.join(folder, '.fansite-export.json'),
    JSON.stringify({ files: ['pages/ash.md', 'pages/away/ash.md'] })
  )
  symlinkSync(outside, path.join(folder, 'pages/away'))
  await runExport(site.dataDir, folder)
  expect(readFileSync(path.join(outside, 'ash.md'), 'utf8')).toBe('mine')

  rmSync(path.join(folder, 'pages'), { recursive: true })
  symlinkSync(outside, path.join(folder, 'pages'))
  const refused = await runCommand(['export', folder, '--data', site.dataDir])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`${path.join(folder, 'pages')} is not a folder`)
  expect(filesIn(outside)).toEqual(new Map([['ash.md', 'mine']]))
})

/** An export of three pictures, and the path of each in the data directory, by source. */
async function exportPictures() {
  const sources = [20, 21, 22].map((number) => attachment(number))
  const site = await openFileSite(() => sources.map((source, at) => imageBlock(at + 2, source)))
  for (const [at, source] of sources.entries()) {
    site.assets.set(source, asset(await picture(at, 40 + at)))
  }
  await site.sync()
  const folder = path.join(tempDir(), 'wiki')
  await runExport(site.dataDir, folder)
  const hashes = new Map([...published(site)].map(([source, { hash }]) => [source, hash]))
  const storedFiles = sources.map((source) =>
    path.join(site.dataDir, 'assets', assetPath(hashes.get(source) ?? ''))
  )
  const copies = sources.map((source) => `assets/${hashes.get(source)}.png`)
  return { site, sources, folder, storedFiles, copies }
}

test('an earlier copy of a file stays when the stored one is missing or damaged', async () => {
  const { site, sources, folder, storedFiles, copies } = await exportPictures()
  const before = filesIn(folder)
  const [missing = '', truncated = '', altered = ''] = storedFiles
  rmSync(missing)
  writeFileSync(truncated, 'x')
  writeFileSync(altered, Buffer.alloc(readFileSync(altered).length))
  const kept = await runCommand(['export', folder, '--data', site.dataDir])
  expect(kept).toMatchObject({ code: 0, stderr: '' })
  expect(filesIn(folder)).toEqual(before)

  // An edited copy is not what pages show, but it is the only one.
  writeFileSync(path.join(folder, copies[2] ?? ''), 'edited')
  const edited = await runCommand(['export', folder, '--data', site.dataDir])
  expect(edited).toMatchObject({ code: 3, stderr: missingText(sources.slice(2)) })
  expect(filesIn(folder)).toEqual(new Map([...before, [copies[2] ?? '', 'edited']]))
})

test('missing and damaged files are listed with exit code 3, and copied when they are back', async () => {
  const { site, sources, folder, storedFiles, copies } = await exportPictures()
  const before = filesIn(folder)
  const bytes = storedFiles.map((file) => readFileSync(file))
  rmSync(storedFiles[0] ?? '')
  writeFileSync(storedFiles[1] ?? '', Buffer.alloc(bytes[1]?.length ?? 0))
  rmSync(folder, { recursive: true })
  const partial = await runCommand(['export', folder, '--json', '--data', site.dataDir])
  expect(partial).toMatchObject({ code: 3, stderr: missingText(sources.slice(0, 2)) })
  expect(JSON.parse(partial.stdout)).toMatchObject({ files: 1, missing: sources.slice(0, 2) })
  expect([...filesIn(folder).keys()].filter((name) => name.startsWith('assets/'))).toEqual([
    copies[2]
  ])

  for (const [at, file] of storedFiles.entries()) writeFileSync(file, bytes[at] ?? '')
  const whole = await runCommand(['export', folder, '--data', site.dataDir])
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(filesIn(folder)).toEqual(before)
})

/** What an export prints on stderr without the files of these sources. */
function missingText(sources: string[]): string {
  const remedy = 'run "fansite check --files" and "fansite sync", then repeat the export'
  const lines = sources.map((source) => `${source} is missing or corrupted\n`)
  return `${lines.join('')}${sources.length} file${sources.length === 1 ? '' : 's'} missing or corrupted; ${remedy}\n`
}

test('a page that moves below an excluded one during an export is exported as it was', async () => {
  const blocks = [pageBlock(10, 'Old den'), pageBlock(20, 'Lamp')]
  const content = blocks.map(({ id }) => id)
  const { dataDir } = await syncedMirror({ workspace: workspaceOf(content, blocks) })
  vi.stubEnv('SITE_CONFIG', JSON.stringify({ excludedPageIds: [content[0]], pageUrlOverrides: {} }))
  const sync = new Database(path.join(dataDir, 'mirror.db'))
  const move = sync.prepare(`update page set parent_page_id = ?, title = 'Secret' where id = ?`)
  const { exec } = Database.prototype
  const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (
    this: typeof sync,
    sql
  ) {
    exec.call(this, sql)
    // The last step of the exclusion.
    if (sql.includes('temp view if not exists search_section')) move.run(content)
    return this
  })
  const folder = path.join(tempDir(), 'wiki')
  await runExport(dataDir, folder).finally(() => vi.unstubAllEnvs())
  sync.close()
  expect(spy).toHaveBeenCalled()
  expect(filesIn(folder).get('pages/lamp.md')).toContain('title: "Lamp"')
})

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { ExportFolder, inExportFolder } from '../../../cli/copies/export/export-folder.ts'
import { lockFile } from '../../../db/mirror/files/lock-file.ts'
import { runCommand } from '../../support/command.ts'
import { exportBlocks, filesIn, runExport } from '../../support/sites/exported.ts'
import { pageBlock, testId } from '../../support/workspaces/records.ts'
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
  expect(refused).toMatchObject({ code: 2, stdout: '' })
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
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`${path.join(folder, 'pages')} is not a folder`)
  expect(filesIn(outside)).toEqual(new Map([['ash.md', 'mine']]))
})

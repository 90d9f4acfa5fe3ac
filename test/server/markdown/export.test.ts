import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { ExportFolder, inExportFolder } from '../../../cli/copies/export/export-folder.ts'
import { lockFile } from '../../../db/mirror/files/lock-file.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { runCommand } from '../../support/command.ts'
import { bodyOf, exportBlocks, filesIn, runExport } from '../../support/sites/exported.ts'
import {
  asset,
  attachment,
  imageBlock,
  openFileSite,
  picture
} from '../../support/sites/file-site.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** Letters and digits of a document without markup and link destinations. */
function lettersOf(document: string): string {
  const text = document
    .replaceAll(/\]\((?:\\.|[^()\\])*\)/g, ']')
    .replaceAll(/<\/?(?:u|s|em|strong|br|code|details|summary|a href="[^"]*")>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, '')
    .replaceAll(/\\n/g, ' ')
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Decoded relative links of a document. */
function linksOf(document: string): string[] {
  return [...document.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => decodeURI(link))
    .filter((link) => !/^(https?|mailto|tel):/.test(link))
}

/** Whether the file of a link exists and contains the fragment. */
function leadsSomewhere(link: string): boolean {
  const [file = '', anchor] = link.split('#')
  if (!existsSync(file)) return false
  return anchor === undefined || readFileSync(file, 'utf8').includes(`<a id="${anchor}"></a>`)
}

interface SamplePage {
  path: string
  text: string
}

test('every text of a sample page is in its file, and every link leads to a file', async () => {
  const site = await openSite({
    workspace: sampleWorkspace(),
    assets: sampleAssets,
    config: shipped
  })
  const folder = tempDir()
  const stdout = await runExport(site.dataDir, folder)
  const { pages, collections } = site.result.report.stored
  expect(stdout).toMatch(/^Exported .* files to .*, 0 unchanged, 0 removed/)
  expect(stdout).toContain(`Exported ${pages} pages, ${collections} collections and `)

  const select = site.mirror.$client.prepare<[], SamplePage>('select path, text from page')
  for (const page of select.all()) {
    const name = page.path === '/' ? 'index' : page.path.slice(1)
    const document = readFileSync(path.join(folder, 'pages', `${name}.md`), 'utf8')
    const letters = lettersOf(document)
    const matter = lettersOf(document.split('\n---\n')[0] ?? '').replaceAll('true', 'Yes')
    for (const line of page.text.split('\n')) {
      const words = line.split(/[^\p{L}\p{N}]+/u)
      // Property values are in the front matter, in parts.
      if (words.every((word) => matter.includes(word))) continue
      expect(letters, `${page.path}: ${line}`).toContain(words.join(''))
    }
    const links = linksOf(document)
    const dead = links.filter((link) => !leadsSomewhere(path.join(folder, 'pages', link)))
    expect(dead, page.path).toEqual([])
  }
})

test('an export of the same content is identical, and after an edit differs only there', async () => {
  const { site, folder } = await exportBlocks(
    [pageBlock(2, 'Ash', { content: [testId(4)] }), pageBlock(3, 'Bell')],
    { nested: [textBlock(4, 'before', { parent_id: testId(2) })] }
  )
  const first = filesIn(folder)
  const other = tempDir()
  await runExport(site.dataDir, other)
  expect(filesIn(other)).toEqual(first)
  expect(await runExport(site.dataDir, folder)).toContain('0 written, 4 unchanged, 0 removed')

  site.api.edit.setText(testId(4), 'after')
  await site.sync()
  expect(await runExport(site.dataDir, folder)).toContain('1 written, 3 unchanged, 0 removed')
  const second = filesIn(folder)
  expect(
    [...second].filter(([name, text]) => first.get(name) !== text).map(([name]) => name)
  ).toEqual(['pages/ash.md'])
})

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

test('paths that a file system cannot store or distinguish get the id of the page', async () => {
  const paths = [
    '/Ash',
    '/ash',
    '/con',
    '/index',
    '/a.md/b',
    '/.git',
    '/a:b',
    '/x/y',
    `/${'語'.repeat(90)}`
  ]
  const pages = paths.map((_, index) => pageBlock(index + 2, `Page ${index}`))
  const overrides = Object.fromEntries(paths.map((name, index) => [name, testId(index + 2)]))
  const { folder } = await exportBlocks(pages, { config: { pageUrlOverrides: overrides } })
  const names = [...filesIn(path.join(folder, 'pages')).keys()]
  const id = (number: number) => testId(number).replaceAll('-', '')
  expect(names.toSorted()).toEqual(
    [
      'Ash.md',
      `ash-${id(3)}.md`,
      `-con-${id(4)}.md`,
      'index.md',
      `index-${id(5)}.md`,
      `a-md/b-${id(6)}.md`,
      `-git-${id(7)}.md`,
      `a-b-${id(8)}.md`,
      'x/y.md',
      `${'語'.repeat(53)}-${id(10)}.md`
    ].toSorted()
  )
})

test('pictures are copied once, and again when the copy was edited; a missing one keeps its address', async () => {
  const site = await openFileSite(() => [
    imageBlock(2, attachment(20)),
    imageBlock(3, attachment(20)),
    imageBlock(4, attachment(21, 'lost.png'))
  ])
  const bytes = await picture(1)
  site.assets.set(attachment(20), asset(bytes))
  await site.sync()
  const folder = tempDir()
  expect(await runExport(site.dataDir, folder)).toContain('and 1 files')
  const [name = ''] = filesIn(path.join(folder, 'assets')).keys()
  expect(name).toMatch(/^[0-9a-f]{64}\.png$/)
  expect(readFileSync(path.join(folder, 'assets', name)).equals(bytes)).toBe(true)
  writeFileSync(path.join(folder, 'assets', name), Buffer.alloc(bytes.length))
  expect(await runExport(site.dataDir, folder)).toContain('1 written')
  expect(readFileSync(path.join(folder, 'assets', name)).equals(bytes)).toBe(true)

  const shown = `![](../assets/${name})`
  const body = bodyOf(readFileSync(path.join(folder, 'pages/index.md'), 'utf8'))
  expect(body).toBe(`${shown}\n\n${shown}\n\n![](${attachment(21, 'lost.png')})`)
})

test('nothing private in the workspace is in a file of an export', async () => {
  const signed = 'https://files.example.org/a.png?X-Amz-Signature=canary-signature&X-Amz-Expires=1'
  const block = textBlock(2, '', {
    permissions: [{ user_id: 'canary-permission' }],
    discussions: ['canary-discussion'],
    properties: { title: [['by '], ['‣', [['u', testId(900)]]]] }
  })
  const properties = { source: [[signed]], title: [['a file']] }
  const file = record(3, { type: 'file', properties, format: { display_source: signed } })
  const keeper = { id: testId(900), given_name: 'Lantern', family_name: 'Keepers' }
  const email = { version: 1, email: 'canary@example.org', profile_photo: '' }
  const site = await openSite({
    workspace: {
      ...workspaceOf([testId(2), testId(3)], [block, file]),
      // A user record; other fields required by notion-types do not matter here.
      notion_user: { [keeper.id]: { ...keeper, ...email } as never }
    }
  })
  const folder = tempDir()
  await runExport(site.dataDir, folder)
  const all = [...filesIn(folder).values()].join('\n')
  expect(all).not.toContain('canary')
  expect(all).toContain('by @Lantern Keepers')
  expect(all).toContain('[a file](https://files.example.org/a.png)')
})

test('--json prints the counts, and a missing mirror is reported', async () => {
  const { site, folder } = await exportBlocks([pageBlock(2, 'Ash')])
  const { stdout } = await runCommand(['export', folder, '--json', '--data', site.dataDir])
  const counts = { pages: 2, collections: 0, files: 0, written: 0, unchanged: 3, removed: 0 }
  expect(JSON.parse(stdout)).toEqual(counts)

  const empty = tempDir()
  const missing = await runCommand(['export', path.join(empty, 'out'), '--data', empty])
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain(path.join(empty, 'mirror.db'))
  expect([...filesIn(empty).keys()]).toEqual([])
})

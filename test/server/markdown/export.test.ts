import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

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
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
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
  const site = await syncedMirror({
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
  expect(await runExport(site.dataDir, folder)).toContain('and 1 file ')
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
  const site = await syncedMirror({
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
  expect(JSON.parse(stdout)).toEqual({ ...counts, missing: [] })

  const empty = tempDir()
  const missing = await runCommand(['export', path.join(empty, 'out'), '--data', empty])
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain(path.join(empty, 'mirror.db'))
  expect([...filesIn(empty).keys()]).toEqual([])
})

import { existsSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { differences, folderFiles } from '../support/browser/folder-files.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { buildOnce, fromScratch } from './open-folder.ts'

/** Addresses that a server refuses, and one of a page that the site does not have. */
const deadLinks = ['/image/100%', '/50%-off?from=10', `/api/social-image?id=${testId(9)}&v=1`]

/** A title with more bytes than a file name may have. */
const longTitle = '語'.repeat(100)

/**
 * A home page, a page with a text and links, pages that nothing links to but the home page, and one below
 * another.
 */
function workspace() {
  const links = deadLinks.map((address) => [address, [['a', address]]])
  return workspaceOf(
    [testId(10), testId(20), testId(30), testId(40)],
    [
      pageBlock(10, 'Iron', { content: [testId(11), testId(12)] }),
      textBlock(11, 'Melts at noon.', { parent_id: testId(10) }),
      record(12, { type: 'text', parent_id: testId(10), properties: { title: links } }),
      pageBlock(20, 'Copper'),
      pageBlock(30, 'Tin', { content: [testId(31)] }),
      textBlock(31, 'Cries when bent.', { parent_id: testId(30) }),
      pageBlock(40, longTitle, { content: [testId(41)] }),
      pageBlock(41, 'Ore', { parent_id: testId(40) })
    ]
  )
}

/** The files of the mirror before, which the next build keeps: those that `after` would not have. */
function formerMirror(before: Map<string, Buffer>, after: Map<string, Buffer>): string[] {
  const names = [...before.keys()].filter((name) => /^(_mirror\/|mirror\.)/.test(name))
  return names.filter((name) => !after.has(name))
}

let built: Awaited<ReturnType<typeof buildOnce>>
beforeAll(async () => {
  built = await buildOnce(workspace)
})

test('a page with a long title has files with a shorter name, by which it is found', () => {
  const { files } = built
  const [, name = ''] =
    [...files.keys()].map((file) => /^(語+~.*)\/index/.exec(file)).find(Boolean) ?? []
  expect(name).not.toBe('')
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([`${name}.md`, `_cards/${name}.html`, `_tree/${name}.html`])
  )
  const lists = [...files].filter(([file]) => /^search(-names.*|\/pages\/.*)\.json$/.test(file))
  expect(lists).toHaveLength(3)
  for (const [file, body] of lists) expect(String(body), file).toContain(`"/${name}"`)
  expect(String(files.get('llms.txt'))).toContain(`/${encodeURIComponent(name)}.md`)
})

test('an edit of one text renders what shows it and nothing else', async () => {
  const { folder, build, api, sync } = await built.open()
  const before = built.files
  api.edit.change(testId(11), { properties: { title: [['Melts at midnight.']] } })
  await sync()
  const { rendered } = await build()
  const after = folderFiles(folder)
  expect(String(after.get('iron/index.html'))).toContain('Melts at midnight.')
  expect(differences(before, after)).toEqual(
    expect.arrayContaining(['iron/index.html', 'iron.md', 'generation.json'])
  )
  const others = differences(before, after).filter((name) => /^(copper|tin|index)/.test(name))
  expect(others).toEqual([])
  // Lists of pages with their texts, and the feed, name the page too.
  expect(rendered).toBeLessThan(before.size / 3)
  const scratch = folderFiles(await fromScratch(build))
  expect(differences(after, scratch).toSorted()).toEqual(formerMirror(before, scratch))
})

test('a renamed page moves, and its former path leads to it', async () => {
  const { folder, build, api, sync } = await built.open()
  const before = built.files
  api.edit.change(testId(20), { properties: { title: [['Bronze']] } })
  await sync()
  await build()
  const files = folderFiles(folder)
  expect(files.has('copper/index.html')).toBe(false)
  expect(String(files.get('index.html'))).toContain('href="/bronze/"')
  expect(String(files.get('_redirects'))).toBe('/copper /bronze/ 301\n/copper/ /bronze/ 301\n')
  expect(String(files.get('_nginx.conf'))).toContain(
    'location = "/copper" { return 301 "/bronze/"; }'
  )
  const scratch = folderFiles(await fromScratch(build))
  expect(differences(files, scratch).toSorted()).toEqual(formerMirror(before, scratch))
})

test('a sync without an edit renders only the list that tells when it ended', async () => {
  const { folder, build, sync } = await built.open()
  await sync()
  expect(await build()).toMatchObject({ rendered: 1 })
  expect(differences(built.files, folderFiles(folder))).toContain('recent-changes/index.html')
})

test('a page that was edited before it was deleted is in no file of any version', async () => {
  const { folder, build, api, sync } = await built.open()
  api.edit.change(testId(31), { properties: { title: [['Sings when bent.']] } })
  await sync()
  await build()
  api.edit.change(testId(30), { alive: false })
  api.edit.change(ROOT_ID, { content: [testId(10), testId(20), testId(40)] })
  await sync()
  await build()
  const versions = path.join(path.dirname(folder), '.wiki.builds')
  const files = [...folderFiles(versions)]
  expect(files.filter(([name]) => /(^|\/)tin/.test(name)).map(([name]) => name)).toEqual([])
  const withWord = (word: string) =>
    files.filter(([, content]) => content.includes(word)).map(([name]) => name)
  // As it was before the edit, and after.
  expect(withWord('when bent')).toEqual([])
  // The mirror lists the titles of deleted pages.
  expect(withWord('Tin').filter((name) => !/^[^/]+\/_mirror\//.test(name))).toEqual([])
  expect(files.filter(([name]) => /\/mirror\./.test(name))).toHaveLength(1)
  expect(String(folderFiles(folder).get('_redirects'))).toBe(
    '/tin /410.html 410\n/tin/ /410.html 410\n'
  )
})

/** The names of the version that visitors read, and of its copy. */
function versionsOf(folder: string): { current: string; copy: string } {
  const versions = path.dirname(realpathSync(folder))
  const current = path.basename(realpathSync(folder))
  const [copy = '', ...others] = readdirSync(versions).filter(
    (name) => name !== current && name !== 'lock'
  )
  expect(others).toEqual([])
  return { current, copy }
}

test('a file that is missing in the hidden copy is taken from the version before', async () => {
  const { folder, build } = await built.open()
  const before = built.files
  const versions = path.dirname(realpathSync(folder))
  const { current, copy } = versionsOf(folder)
  rmSync(path.join(versions, copy, 'iron/index.html'))
  expect(await build()).toMatchObject({ rendered: 0, written: 0 })
  expect(versionsOf(folder).copy).toBe(current)
  expect(differences(before, folderFiles(folder))).toEqual([])
})

test('files of the search that are missing in both versions are made again', async () => {
  const { folder, build } = await built.open()
  const before = built.files
  const files = [...before.keys()].filter((name) => /^search\/(pages|terms)\//.test(name))
  const versions = path.dirname(realpathSync(folder))
  const names = Object.values(versionsOf(folder))
  for (const name of names.flatMap((each) => files.map((file) => `${each}/${file}`))) {
    rmSync(path.join(versions, name))
  }
  expect(await build()).toMatchObject({ rendered: 0, written: files.length })
  expect(differences(before, folderFiles(folder))).toEqual([])
})

test('the next builds render and write nothing: the folder is a link to one of two versions with the same files', async () => {
  const { folder, build } = await built.open()
  const before = built.files
  const versions = path.dirname(realpathSync(folder))
  const inode = (version: string, file: string) => statSync(path.join(versions, version, file)).ino
  const { ino } = statSync(path.join(folder, 'iron/index.html'))
  const known = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const { current, copy } = versionsOf(folder)
    expect(readlinkSync(folder)).toBe(`.wiki.builds/${current}`)
    expect(inode(current, 'index.html')).toBe(inode(copy, 'index.html'))
    expect(inode(current, 'iron/index.html')).toBe(ino)
    // No version has the name of an earlier one.
    expect(known).not.toContain(current)
    known.add(current)
    if (round === 2) break
    expect(await build()).toMatchObject({ rendered: 0, written: 0, files: before.size })
    expect(differences(before, folderFiles(folder))).toEqual([])
  }
})

/** Changes the database of the build in a data directory. */
function changeState(dataDir: string, sql: string): void {
  const builds = path.join(dataDir, 'builds')
  const state = readdirSync(builds).find((name) => name.endsWith('.db')) ?? ''
  const database = new Database(path.join(builds, state))
  database.exec(sql)
  database.close()
  // It would say that the file is damaged.
  rmSync(path.join(builds, `${state}.sha256`))
}

test('a page that has expired is rendered again', async () => {
  const { dataDir, build } = await built.open()
  changeState(dataDir, `update entry set expires_at = 1 where file = 'iron/index.html'`)
  expect(await build()).toMatchObject({ rendered: 1 })
})

test('after the clock was set back, what would expire too late is rendered again', async () => {
  const { dataDir, build } = await built.open()
  const later = Date.now() + 3_600_000
  changeState(
    dataDir,
    `update state set checked_at = ${later};
     update entry set expires_at = case file when 'iron/index.html' then ${later} end;
     update feed_entry set expires_at = null`
  )
  expect(await build()).toMatchObject({ rendered: 1 })
  expect(await build()).toMatchObject({ rendered: 0 })
})

test('a version that was removed is written again', async () => {
  const { folder, build } = await built.open()
  const before = built.files
  rmSync(realpathSync(folder), { recursive: true })
  expect(existsSync(folder)).toBe(false)
  const { rendered } = await build()
  expect(rendered).toBeGreaterThan(0)
  expect(differences(before, folderFiles(folder))).toEqual([])
})

test('another choice of pictures and --complete make every file again', async () => {
  const { folder, build } = await built.open()
  const rendered = built.counts['rendered']
  const more = ['--social-images', 'pages']
  expect(await build({ more })).toMatchObject({ rendered })
  const before = folderFiles(folder)
  expect(await build({ more: [...more, '--complete'] })).toMatchObject({ rendered })
  expect(differences(before, folderFiles(folder))).toEqual([])
})

import { cpSync, mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { type TestContext, expect, test } from 'vitest'

import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { serve } from '../assets/download-site.ts'

/** Publications of a workspace, the n-th with the words `edition n` on its page. */
async function publications(count: number): Promise<string[]> {
  const page = pageBlock(10, 'Lamp', { content: [testId(11)] })
  const words = (number: number) => `edition ${number}`
  const text = textBlock(11, words(1), { parent_id: testId(10) })
  const { api, dataDir, sync } = await mirrorDir(workspaceOf([testId(10)], [page, text]))
  const folder = tempDir()
  const copies = Array.from({ length: count }, (_, index) => path.join(folder, `${index + 1}.db`))
  for (const [index, copy] of copies.entries()) {
    if (index > 0) {
      api.edit.setText(testId(11), words(index + 1))
      await sync()
    }
    cpSync(path.join(dataDir, 'mirror.db'), copy)
  }
  return copies
}

/**
 * Serves a link to the data directory of a file system. `change` makes it a link to that of another one,
 * whose mirror has the same inode number.
 */
async function serveLink(context: TestContext, served: string, other: string) {
  const disks = [smallDisk('16m'), smallDisk('16m')]
  const [first, second] = [served, other].map((mirror, index) => {
    const disk = disks[index]
    if (disk === undefined) return context.skip('mounting two small disks is not allowed here')
    const dataDir = path.join(disk, 'data')
    mkdirSync(dataDir)
    cpSync(mirror, path.join(dataDir, 'mirror.db'))
    return dataDir
  }) as [string, string]
  const [one, two] = [first, second].map((dataDir) => statSync(path.join(dataDir, 'mirror.db')))
  expect(one?.ino).toBe(two?.ino)
  expect(one?.dev).not.toBe(two?.dev)

  const link = path.join(tempDir(), 'data')
  symlinkSync(first, link)
  const app = await serve(link)
  const read = async (url: string) => {
    const { statusCode, body } = await app.inject(url)
    return `${statusCode} ${/edition \d|altered/.exec(body)?.[0]}`
  }
  expect(await read('/lamp')).toBe('200 edition 2')
  expect(await read('/feed.xml')).toBe('200 edition 2')
  const change = () => {
    symlinkSync(second, `${link}-next`)
    renameSync(`${link}-next`, link)
  }
  return { app, change, read }
}

const readers = ['/lamp', '/feed.xml', '/_data/page.csv', '/lamp.md']

test('a newer mirror of another file system is served, with the same inode number', async (context) => {
  const [, second = '', third = ''] = await publications(3)
  const { app, change, read } = await serveLink(context, second, third)
  change()
  await expect.poll(() => read('/lamp')).toBe('200 edition 3')
  for (const url of readers) expect(await read(url), url).toBe('200 edition 3')
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

/** Nothing of a mirror that is refused is sent, also not by processes that open the path themselves. */
async function expectRefusal(context: TestContext, served: string, other: string) {
  const { app, change, read } = await serveLink(context, served, other)
  change()
  const health = async () => (await app.inject('/readyz')).json<object>()
  await expect.poll(health).toMatchObject({ generation: 2, mirror_problem: 'refused' })
  for (const url of ['/lamp', '/feed.xml']) expect(await read(url), url).toBe('200 edition 2')
  for (const url of ['/_data/page.csv', '/mirror.db'])
    expect(await read(url), url).toBe('503 undefined')
}

test('an older mirror of another file system is refused, with the same inode number', async (context) => {
  const [first = '', second = ''] = await publications(2)
  await expectRefusal(context, second, first)
})

test('a damaged mirror of another file system is refused, with the same inode number', async (context) => {
  const [, second = '', third = ''] = await publications(3)
  const client = new Database(third)
  client.exec(`update page set text = 'altered'`)
  client.close()
  await expectRefusal(context, second, third)
})

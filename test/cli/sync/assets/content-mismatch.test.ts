import { readFileSync } from 'node:fs'

import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { sends } from '../../../support/sites/file-host.ts'
import {
  ageRequests,
  ageFailures,
  queryRows,
  attachment,
  imageBlock,
  picture,
  published
} from '../../../support/sites/file-site.ts'
import { openSyncedFileSite } from '../synced-site.ts'
import { record } from '../../../support/workspaces/records.ts'

const sample = (name: string) =>
  readFileSync(new URL(`../../../../demo/files/attachments/${name}`, import.meta.url))
const html = Buffer.from('<!doctype html>\n<title>Sorry</title><p>Try again later.')
const json = Buffer.from('{"errorId": "1", "message": "Something went wrong."}')
const words = Buffer.from('Keep the lamp filled.\n')

function fileBlock(number: number, name: string, fields: Partial<Block> = {}): Block {
  const properties = { source: [[attachment(number, name)]], title: [[name]] }
  return record(number, { type: 'file', properties, ...fields })
}

/** Syncs files of the workspace's store, and returns why each was refused. */
async function syncFiles(files: [name: string, bytes: Uint8Array, mediaType?: string][]) {
  const site = await openSyncedFileSite(() =>
    files.map(([name], index) => fileBlock(2 + index, name))
  )
  for (const [index, [name, bytes, mediaType = 'text/html']] of files.entries()) {
    site.assets.set(attachment(2 + index, name), { mediaType, read: async () => bytes })
  }
  const { report } = await site.sync()
  const { failed } = report.files
  const refused = failed.map(({ source, reason }) => [source.split(':').at(-1), reason])
  return { refused: Object.fromEntries(refused) as Record<string, string>, site }
}

test('an error page with status 200 is not stored as a file of another type', async () => {
  const { refused, site } = await syncFiles([
    ['a.zip', html],
    ['b.pdf', html],
    ['c.mp3', html, 'audio/mpeg'],
    ['d.tar', json],
    ['e.zip', json],
    ['f.csv', html],
    ['f.tsv', json],
    ['g.txt', html],
    ['h.schematic', html],
    ['i.mp4', Buffer.concat([Buffer.from('<?xml version="1.0"?><!-- x -->'), html])]
  ])
  expect(refused).toEqual({
    'a.zip': 'received an HTML page instead of a .zip file',
    'b.pdf': 'received an HTML page instead of a .pdf file',
    'c.mp3': 'received an HTML page instead of a .mp3 file',
    'd.tar': 'received JSON instead of a .tar file',
    'e.zip': 'received JSON instead of a .zip file',
    'f.csv': 'received an HTML page instead of a .csv file',
    'f.tsv': 'received JSON instead of a .tsv file',
    'g.txt': 'received an HTML page instead of a .txt file',
    'h.schematic': 'received an HTML page instead of a .schematic file',
    'i.mp4': 'received an HTML page instead of a .mp4 file'
  })
  expect(published(site).size).toBe(0)
})

test('bytes without the signature of their type are refused', async () => {
  const { refused } = await syncFiles([
    ['a.zip', words],
    ['b.pdf', sample('hollow.zip')],
    ['c.docx', words],
    ['d.gz', sample('hollow.zip')],
    ['e.ogg', words],
    ['f.zip', Buffer.alloc(0)],
    ['g.mp3', Buffer.alloc(0)]
  ])
  expect(refused).toEqual({
    'a.zip': 'received application/octet-stream instead of a .zip file',
    'b.pdf': 'received application/zip instead of a .pdf file',
    'c.docx': 'received application/octet-stream instead of a .docx file',
    'd.gz': 'received application/zip instead of a .gz file',
    'e.ogg': 'received application/octet-stream instead of a .ogg file',
    'f.zip': 'received an empty file instead of a .zip file',
    'g.mp3': 'received an empty file instead of a .mp3 file'
  })
})

test('files that match their type are published, including HTML, JSON and text', async () => {
  const { refused } = await syncFiles([
    ['a.html', html],
    ['b.json', json, 'application/json'],
    ['c.txt', words, 'text/plain'],
    ['d.txt', html, 'text/plain'],
    ['e.md', json, 'text/plain'],
    ['page', html],
    ['g.php', html],
    ['h.bbmodel', json, 'application/json'],
    ['i.zip', sample('hollow.zip')],
    ['j.JAR', sample('hollow.zip')],
    ['k.mp3', Buffer.alloc(64)],
    ['l.pdf', Buffer.concat([Buffer.from('\n\n'), Buffer.from('%PDF-1.7\n')])],
    ['m.jpg', await picture(1)],
    ['n.csv', Buffer.from('[1],2\n')],
    ['o.toml', Buffer.from('[[lamp]]\noil = 1\n')],
    ['p.yaml', json],
    ['q.csv', Buffer.alloc(0)]
  ])
  expect(refused).toEqual({})
})

test.each(['pdf', 'video', 'audio'] as const)(
  'an HTML page is not stored as the file of a %s block',
  async (type) => {
    const site = await openSyncedFileSite(() => [fileBlock(2, 'untitled', { type })])
    const read = async () => html
    site.assets.set(attachment(2, 'untitled'), { mediaType: 'text/html', read })
    const { report } = await site.sync()
    expect(report.files.failed[0]?.reason).toMatch(/^received an HTML page instead of /)
  }
)

test('an error page leaves the earlier bytes until a later run fetches new ones', async () => {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  const source = `${site.host.origin}/a.png`
  site.host.answers.set('/a.png', sends(await picture(1)))
  await site.sync()
  const before = published(site)
  ageRequests(site, 8)
  site.host.answers.set('/a.png', sends(html, { etag: '"error"' }))
  const { report } = await site.sync()
  expect(report.files.failed[0]?.reason).toMatch(/; the earlier copy is used$/)
  expect(published(site)).toEqual(before)

  ageFailures(site, 1)
  site.host.answers.set('/a.png', sends(await picture(2)))
  await site.sync()
  expect(site.host.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  expect(published(site).get(source)?.hash).not.toBe(before.get(source)?.hash)
})

test('a full sync requests a suspect file again', async () => {
  const { site } = await syncFiles([['a.zip', html]])
  const bytes = sample('hollow.zip')
  site.assets.set(attachment(2, 'a.zip'), { mediaType: 'x', read: async () => bytes })
  await site.sync()
  expect(published(site).size).toBe(0)
  await site.sync({ isFull: true })
  expect(queryRows(site, 'mirror.db', 'select size from asset')).toEqual([{ size: bytes.length }])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../../../support/workspaces/records.ts'
import { openSyncedSite } from '../synced-site.ts'

const CANARY = 'quietlantern'
const PAGE = testId(2)

async function openPublished() {
  const page = pageBlock(2, `The ${CANARY}`, { content: [testId(3)] })
  const line = textBlock(3, `a ${CANARY} burns`, { parent_id: PAGE })
  const others = Array.from({ length: 12 }, (_, index) => index * 2 + 20).flatMap(pageWithLine)
  const ids = [PAGE, ...others.flatMap(({ id, type }) => (type === 'page' ? [id] : []))]
  const site = await openSyncedSite({ workspace: workspaceOf(ids, [page, line, ...others]) })
  const file = path.join(site.dataDir, 'mirror.db')
  return { ...site, file, holdsCanary: () => bytesOf(file).includes(CANARY) }
}

/** Enough of these that one page less is a small change of the search index. */
function pageWithLine(number: number): Block[] {
  const line = textBlock(number + 1, `line ${number}`, { parent_id: testId(number) })
  return [pageBlock(number, `Page ${number}`, { content: [line.id] }), line]
}

/** The mirror and its log in lower case, like paths and search tokens. */
function bytesOf(file: string): string {
  const parts = [file, `${file}-wal`].map((name) => readFileSync(name).toString('latin1'))
  return parts.join('\n').toLowerCase()
}

/** Changes a mirror to one of an older fansite. */
function writeTo(file: string, sql: string): void {
  const client = new Database(file)
  client.exec(sql)
  client.close()
}

test.each(['/the-quietlantern', `/${PAGE.replaceAll('-', '')}`, '/the-quietlantern.md'])(
  'the address %s of a page that became private answers 404, that of a deleted one 410',
  async (url) => {
    const { app, api, sync } = await openPublished()
    api.edit.setPrivate(PAGE, true)
    await sync()
    const reply = await app.inject(url)
    expect([reply.statusCode, reply.body.toLowerCase().includes(`the ${CANARY}`)]).toEqual([
      404,
      false
    ])
    api.edit.setPrivate(PAGE, false)
    await sync()
    api.edit.trash(PAGE)
    await sync()
    expect((await app.inject(url)).statusCode).toBe(410)
  }
)

test('no word of a page that becomes private and is then deleted remains in the bytes of the mirror', async () => {
  const { api, sync, holdsCanary } = await openPublished()
  expect(holdsCanary()).toBe(true)
  api.edit.setPrivate(PAGE, true)
  await sync()
  expect(holdsCanary()).toBe(false)
  api.edit.setPrivate(PAGE, false)
  api.edit.trash(PAGE)
  await sync()
  expect(holdsCanary()).toBe(false)
})

test('texts of withheld pages kept by an older fansite leave at the next publication', async () => {
  const { api, sync, file, holdsCanary } = await openPublished()
  api.edit.setPrivate(PAGE, true)
  await sync()
  writeTo(
    file,
    `insert into gone_page values ('${PAGE}', '/${CANARY}', '', 1, 'private'),
       ('${testId(4)}', '/below-${CANARY}', '', 1, 'unreachable'),
       ('${testId(9)}', '/${CANARY}', '${CANARY}', 1, 'private');
     insert into page_path values ('${PAGE}', '/${CANARY}', 1, 2), ('${testId(4)}', '/${CANARY}', 1, 2);
     insert into former_title values ('${PAGE}', '${CANARY}', 1);
     update sync_run set account = '{"failed": [{"title": "${CANARY}"}]}';
     update mirror set digest = 'of an older fansite'`
  )
  expect(holdsCanary()).toBe(true)
  await sync()
  expect(holdsCanary()).toBe(false)
})

test('a withdrawal reduces the reports of earlier runs to counts, failed runs included', async () => {
  const { api, sync, file } = await openPublished()
  const account = { files: { failed: [{ source: `https://a.example/${CANARY}.png` }] } }
  writeTo(file, `update sync_run set exit_code = 3, account = '${JSON.stringify(account)}'`)
  api.edit.setPrivate(PAGE, true)
  await sync()
  const client = new Database(file, { readonly: true })
  const first = client.prepare('select account from sync_run order by id limit 1').pluck().get()
  client.close()
  expect(JSON.parse(String(first))).toEqual({ files: { failed: 1 }, shortened_to: 'counts' })
})

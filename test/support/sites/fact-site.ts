import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Collection } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../server/app.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { asset, attachment, picture } from './file-site.ts'
import { pageBlock, record, testId, textBlock, workspaceOf } from '../workspaces/records.ts'
import { date } from './row-site.ts'
import { syncElsewhere } from '../run/sync-elsewhere.ts'
import { atOnce, testConfig } from '../workspaces/test-config.ts'

const HOME = testId(500)
/** Pages of the workspace by their special property. */
export const pages = {
  named: testId(10),
  plain: testId(11),
  hostile: testId(12),
  foreign: testId(13),
  hidden: testId(14),
  deleted: testId(15),
  long: testId(16),
  odd: testId(17)
}
const cover = attachment(30, 'cover.png')
const socialImage = attachment(31, 'social.png')
const face = attachment(32, 'face.png')
export const hostileTitle = '</script><script>window.ran=1</script>&"\'\u2028'

/**
 * Syncs and serves the workspace; `close` stops the server. Other configurations may serve the same
 * mirror.
 */
export async function openFactSite() {
  const { workspace, assets } = await factWorkspace()
  const api = await startWorkspaceApi({ workspace, assets })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  const config = testConfig(workspace.rootPageId, { defaultPageCover: cover })
  await syncElsewhere(api, { config, dataDir })
  const serve = (changes: Partial<SiteConfig> = {}) =>
    buildApp({ config: { ...config, ...changes }, dataDir, logLevel: 'error', ...atOnce })
  const app = await serve()
  const close = async () => {
    await app.close()
    await api.close()
    rmSync(dataDir, { recursive: true })
  }
  return { app, api, config, dataDir, serve, close }
}

/**
 * A workspace with a row that names its author, description, picture and date, and with unreachable
 * pages.
 */
async function factWorkspace() {
  const shown = record(2, { type: 'collection_view', collection_id: HOME, view_ids: [testId(3)] })
  const others = [pages.hostile, pages.hidden, pages.long, pages.odd]
  const mentions = [pages.foreign, pages.deleted].map((id) => ['‣', [['p', id]]])
  const linking = textBlock(4, '', { properties: { title: mentions } })
  const blocks = [shown, linking, ...rows(), ...pagesBelow()]
  const workspace: WorkspaceFile = {
    ...workspaceOf([shown.id, linking.id, ...others], blocks),
    // Only the fields that a sync reads.
    collection: { [HOME]: collection(shown.id) as unknown as Collection },
    collection_view: {
      [testId(3)]: { id: testId(3), version: 1, type: 'table', parent_id: shown.id } as never
    },
    notion_user: {
      [testId(900)]: {
        id: testId(900),
        version: 1,
        given_name: 'Wick',
        profile_photo: face
      } as never
    }
  }
  const sources = [cover, socialImage, face]
  const files = await Promise.all(sources.map((_, index) => picture(index + 1, 200)))
  const assets = new Map(sources.map((source, index) => [source, asset(files[index]!)]))
  return { workspace, assets }
}

function rows() {
  const home = { parent_table: 'collection', parent_id: HOME }
  const person = [['‣', [['u', testId(900)]]]]
  const properties = {
    title: [['Lantern Step']],
    who: person,
    what: [['Step to a lantern\nthat you lit.']],
    pic: [['social.png', [['a', socialImage]]]],
    day: date({ type: 'date', start_date: '2026-02-03' })
  }
  const format = { page_icon: '🏮', page_cover: cover, page_cover_position: 0.25 }
  const plain = { ...home, content: [testId(20)], format }
  return [
    pageBlock(10, 'Lantern Step', { ...home, properties, format }),
    pageBlock(11, 'Plain', { ...plain, properties: { title: [['Plain']] } }),
    textBlock(20, 'The first words of it.', { parent_id: pages.plain })
  ]
}

function pagesBelow() {
  return [
    pageBlock(12, hostileTitle),
    pageBlock(13, 'Foreign', { space_id: testId(777) }),
    pageBlock(14, 'Hidden'),
    pageBlock(15, 'Deleted', { alive: false }),
    pageBlock(16, 'Lantern'.repeat(1000)),
    pageBlock(17, 'مرحبا \u202eשלום 한국어 👩‍👩‍👧‍👦 🇯🇵 \u{10ffff}', { format: { page_icon: '🏴‍☠️' } })
  ]
}

function collection(parentId: string) {
  const schema = {
    title: { name: 'Name', type: 'title' },
    who: { name: 'Author', type: 'person' },
    what: { name: 'Description', type: 'text' },
    pic: { name: 'Social Image', type: 'file' },
    day: { name: 'Published', type: 'date' }
  }
  return { id: HOME, version: 1, name: [['Steps']], schema, parent_id: parentId }
}

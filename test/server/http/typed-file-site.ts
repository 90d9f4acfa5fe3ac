import path from 'node:path'

import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { asset as assetTable } from '../../../db/schema/asset-tables.ts'
import type { WorkspaceAsset } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, record, workspaceOf } from '../../support/workspaces/records.ts'
import { publishAt, walkResultOf } from '../../support/workspaces/walk-result.ts'
import { asset, attachment } from '../../support/sites/file-site.ts'
import { photograph } from '../../support/sites/picture-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

/** Files of the root page, and the type that the mirror records instead of the detected one. */
const files: Record<string, { bytes: Buffer; type?: string }> = {
  'a.png': { bytes: await photograph(64, 64) },
  'a.svg': { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
  'a.pdf': { bytes: Buffer.from('%PDF-1.4\n%%EOF\n') },
  'page.html': { bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
  "no'te (1).txt": { bytes: Buffer.from('plain\n') },
  // A mirror from elsewhere may name any type.
  'b.html': { bytes: Buffer.from('<script>alert(2)</script>'), type: 'text/html' },
  'b.txt': { bytes: Buffer.from('words\n'), type: 'text/plain' },
  'b.js': { bytes: Buffer.from('alert(3)'), type: 'text/javascript' },
  'b.xhtml': { bytes: Buffer.from('<html/>'), type: 'application/xhtml+xml' }
}
const names = Object.keys(files)
const sourceOf = (name: string) => attachment(40 + names.indexOf(name), name)
/** The path of a file on the site. */
export const fileUrl = (name: string) => `/image/${encodeURIComponent(sourceOf(name))}`

const blocks = [
  ...names.map((name, index) =>
    record(20 + index, {
      type: name === 'a.png' ? 'image' : 'file',
      properties: { source: [[sourceOf(name)]] }
    })
  ),
  pageBlock(2, 'Lamp')
]
const workspace = workspaceOf(
  blocks.map(({ id }) => id),
  blocks
)

/** A site with a page `Lamp` and files of several types. */
export async function openTypedFileSite(): Promise<TestSite> {
  const stored = Object.entries(files).map(([name, { bytes }]): [string, WorkspaceAsset] => [
    sourceOf(name),
    asset(bytes)
  ])
  const site = await openSite({ workspace, assets: new Map(stored) })
  await publishTypes(site)
  return site
}

/** Publishes the same pages again with other types of files, as a mirror from elsewhere may have. */
async function publishTypes({ dataDir, mirror: read }: TestSite): Promise<void> {
  const assets = read
    .select()
    .from(assetTable)
    .all()
    .map(({ media_type: detected, source, ...rest }) => {
      const type = files[names.find((name) => sourceOf(name) === source) ?? '']?.type
      return { ...rest, source, mediaType: type ?? detected }
    })
  const written = openMirrorForSync(path.join(dataDir, 'mirror.db'))
  await publishAt(written, Date.now(), walkResultOf(workspace, { assets }))
  written.$client.close()
}

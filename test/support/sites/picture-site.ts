import sharp from 'sharp'

import type { WorkspaceAsset } from '../../../demo/builder/workspace-file.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { asset, attachment } from './file-site.ts'
import { record, workspaceOf } from '../workspaces/records.ts'
import { openSite } from './site.ts'

interface PictureSiteOptions {
  dataDir?: string
  config?: Partial<SiteConfigInput>
  /** Type of the blocks with the files. Default `image`. */
  type?: string
}

/**
 * A site whose root page shows pictures (or another block type) with these bytes, with the source
 * of each.
 */
export async function openPictureSite<Name extends string>(
  files: Record<Name, Uint8Array>,
  { type = 'image', ...options }: PictureSiteOptions = {}
) {
  const names = Object.keys(files) as Name[]
  const sources = names.map((name, index): [Name, string] => [name, attachment(20 + index, name)])
  const blocks = sources.map(([, source], index) =>
    record(2 + index, { type, properties: { source: [[source]] } })
  )
  const workspace = workspaceOf(
    blocks.map(({ id }) => id),
    blocks
  )
  const assets = new Map<string, WorkspaceAsset>(
    sources.map(([name, source]) => [source, asset(files[name])])
  )
  const site = await openSite({ workspace, assets, ...options })
  // Every name has an entry.
  return { ...site, sources: Object.fromEntries(sources) as Record<Name, string> }
}

/** A noisy picture, which compresses badly, like a photograph. */
export function photograph(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const background = { r: 0, g: 0, b: 0 }
  return sharp({ create: { width, height, channels: 3, background, noise } })
    .png()
    .toBuffer()
}

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

import { attachment, avatar, cover, customEmojiIcon, icon } from './assets.ts'
import type { WorkspaceAsset } from '../builder/workspace-file.ts'

/** By file extension. Must precede `sampleAssets`, which is evaluated on import. */
const mediaTypes: Record<string, string> = {
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.zip': 'application/zip'
}

/** All files of the sample, by source URL as in the records. */
export const sampleAssets: Map<string, WorkspaceAsset> = new Map([
  ...folderAssets('attachments', attachment),
  ...folderAssets('page-cover', (name) => cover(withoutExtension(name))),
  ...folderAssets('icons', (name) => icon(withoutExtension(name))),
  [
    customEmojiIcon('moth'),
    fileAsset(new URL('../files/icons/moth.svg', import.meta.url), 'moth.svg')
  ],
  ...folderAssets('avatars', (name) => avatar(withoutExtension(name)))
])

function folderAssets(
  folder: string,
  addressOf: (name: string) => string
): [string, WorkspaceAsset][] {
  const url = new URL(`../files/${folder}/`, import.meta.url)
  return readdirSync(url)
    .toSorted()
    .map((name) => [addressOf(name), fileAsset(new URL(name, url), name)])
}

function fileAsset(url: URL, name: string): WorkspaceAsset {
  const mediaType = mediaTypes[extname(name)]
  if (!mediaType) throw new Error(`No media type for the sample file ${name}`)
  return { mediaType, read: () => readFile(url) }
}

function withoutExtension(name: string): string {
  return name.slice(0, -extname(name).length)
}

import type { Block, Collection } from 'notion-types'

import { blockFiles, collectionFiles } from '../../site/notion/files/file-sources.ts'
import { isPublicPicture } from '../../site/addresses/image-url.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { findAsset } from './find-asset.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

const prepared = ({ $client }: Mirror) => ({
  // Repeats the condition of the partial index block_unsplash, so that SQLite uses it.
  blocks: $client
    .prepare<[], string>("select raw from block where instr(raw, 'images.unsplash.com') > 0")
    .pluck(),
  collections: $client
    .prepare<[], string>("select raw from collection where instr(raw, 'images.unsplash.com') > 0")
    .pluck(),
  avatars: $client.prepare<[], string>('select avatar from user where avatar is not null').pluck()
})

/**
 * Whether a record shows an Unsplash picture that is not stored in the mirror: pages load it from
 * Unsplash. `defaults` are the addresses of the configuration's default pictures.
 */
export function showsPublicPicture(mirror: Mirror, defaults: (string | null)[]): boolean {
  const isRemote = (source: string | null) =>
    source !== null && isPublicPicture(source) && !findAsset(mirror, source)
  noteRead(keys.publicPictures)
  const { blocks, collections, avatars } = prepared(mirror)
  if (defaults.some(isRemote) || avatars.all().some(isRemote)) return true
  for (const raw of collections.iterate()) {
    if (collectionFiles(JSON.parse(raw) as Collection).some(({ source }) => isRemote(source)))
      return true
  }
  for (const raw of blocks.iterate()) {
    if (blockFiles(JSON.parse(raw) as Block).some(({ source }) => isRemote(source))) return true
  }
  return false
}

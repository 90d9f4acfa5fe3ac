import type { Block, Collection } from 'notion-types'

import { blockFiles, collectionFiles } from '../../site/notion/files/file-sources.ts'
import { isPublicPicture } from '../../site/addresses/image-url.ts'
import { findAsset } from './find-asset.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'

const prepared = prepareOnce(({ $client }) => ({
  // By the index block_unsplash, whose condition this repeats.
  blocks: $client
    .prepare<[], string>("select raw from block where instr(raw, 'images.unsplash.com') > 0")
    .pluck(),
  collections: $client
    .prepare<[], string>("select raw from collection where instr(raw, 'images.unsplash.com') > 0")
    .pluck(),
  avatars: $client.prepare<[], string>('select avatar from user where avatar is not null').pluck()
}))

/**
 * Whether a record shows a picture of Unsplash whose bytes the mirror does not hold: pages load that one
 * from there. `defaults` are the pictures that the configuration names.
 */
export function showsOpenPicture(mirror: Mirror, defaults: (string | null)[]): boolean {
  const isLoaded = (source: string | null) =>
    source !== null && isPublicPicture(source) && !findAsset(mirror, source)
  const { blocks, collections, avatars } = prepared(mirror)
  if (defaults.some(isLoaded) || avatars.all().some(isLoaded)) return true
  for (const raw of collections.iterate()) {
    if (collectionFiles(JSON.parse(raw) as Collection).some(({ source }) => isLoaded(source)))
      return true
  }
  for (const raw of blocks.iterate()) {
    if (blockFiles(JSON.parse(raw) as Block).some(({ source }) => isLoaded(source))) return true
  }
  return false
}

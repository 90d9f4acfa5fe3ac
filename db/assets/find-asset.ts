import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'

/** A stored file as a reply describes it. */
export interface StoredAsset {
  /** sha256 of the bytes. */
  hash: string
  mediaType: string
  /** Bytes. */
  size: number
  /** Pixels; null where the format has none. */
  width: number | null
}

const prepared = prepareOnce(({ $client }) => ({
  asset: $client.prepare<[string], StoredAsset>(
    'select hash, media_type as mediaType, size, width from asset where source = ?'
  )
}))

/** The stored file of a source address; undefined when the publication does not name it. */
export function findAsset(mirror: Mirror, source: string): StoredAsset | undefined {
  return prepared(mirror).asset.get(source)
}

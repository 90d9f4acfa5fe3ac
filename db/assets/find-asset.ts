import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A stored file. */
export interface StoredAsset {
  /** sha256 of the bytes. */
  hash: string
  mediaType: string
  /** Bytes. */
  size: number
  /** Pixels; null for a format without a size. */
  width: number | null
}

const prepared = ({ $client }: Mirror) => ({
  asset: $client.prepare<[string], StoredAsset>(
    'select hash, media_type as mediaType, size, width from asset where source = ?'
  )
})

/** Finds the stored file of a source address; undefined when the publication does not contain it. */
export function findAsset(mirror: Mirror, source: string): StoredAsset | undefined {
  noteRead(keys.file(source))
  return prepared(mirror).asset.get(source)
}

import { type Mirror, readMirror } from '../../db/mirror/open-mirror.ts'

/** A stored file that a mirror references. */
export interface ReferencedAsset {
  /** sha256, 64 hex digits. */
  hash: string
  /** Bytes. */
  size: number
  /** One of the source addresses with this content. */
  source: string
}

/** The files that a mirror references, each once, in the order of their hashes. */
export function referencedAssets(mirror: Mirror): ReferencedAsset[] {
  return mirror.$client
    .prepare<[], ReferencedAsset>(
      'select hash, size, min(source) as source from asset group by hash order by hash'
    )
    .all()
}

/** Opens a mirror and reads its `referencedAssets`. Throws `MirrorError` when it cannot be opened. */
export function readReferencedAssets(file: string): ReferencedAsset[] {
  return readMirror(file, referencedAssets)
}

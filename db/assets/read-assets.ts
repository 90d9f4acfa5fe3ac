import type { Asset } from '../records/walk-result.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { asset } from '../schema/asset-tables.ts'

/** Reads every file of the publication, by source address. */
export function readAssets(mirror: Mirror): Map<string, Asset> {
  const rows = mirror.select().from(asset).all()
  return new Map(
    rows.map(({ media_type: mediaType, ...row }) => [row.source, { ...row, mediaType }])
  )
}

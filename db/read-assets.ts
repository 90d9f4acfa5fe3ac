import type { Asset } from './harvest.ts'
import type { Mirror } from './open-mirror.ts'
import { asset } from './schema.ts'

/** Every file that the publication names, by source address. */
export function readAssets(mirror: Mirror): Map<string, Asset> {
  const rows = mirror.select().from(asset).all()
  return new Map(
    rows.map(({ media_type: mediaType, ...row }) => [row.source, { ...row, mediaType }])
  )
}

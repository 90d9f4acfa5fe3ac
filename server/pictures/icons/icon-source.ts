import { stat } from 'node:fs/promises'
import path from 'node:path'

import { type StoredAsset, findAsset } from '../../../db/assets/find-asset.ts'
import { readRootIcon } from '../../../db/lists/read-root-icon.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { isAddress } from '../../../site/notion/files/file-sources.ts'
import { ApiError } from '../../errors.ts'
import { ifExists } from '../../http/missing-file.ts'
import { perPublication } from '../../publication/per-publication.ts'
import { isRaster } from '../../../db/assets/is-raster.ts'
import { emojiSvg, storedSvg } from '../svg-drawings.ts'

/** The source of a site's icon. */
export type IconSource = { kind: 'svg'; svg: string } | { kind: 'picture'; file: string }

/** A lantern of 8 × 8 pixels, the icon of a site that defines none. */
const lantern =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" shape-rendering="crispEdges">' +
  '<path fill="#3b352c" d="M3 0h2v1h1v1h1v5H6v1H2V7H1V2h1V1h1z"/>' +
  '<path fill="#e8862e" d="M2 3h4v3H2z"/><path fill="#ffd27a" d="M3 3h2v2H3z"/></svg>'

/**
 * The icon of the configuration, otherwise that of the root page, otherwise a lantern. An emoji is drawn
 * from its SVG, an address from the file in the mirror. An unavailable icon is skipped. Rejects with
 * `ApiError` image_not_found while the file of an SVG is missing, which may arrive later.
 */
export const iconSource = perPublication(async (site, { mirror }): Promise<IconSource> => {
  const rootIcon = readRootIcon(mirror, site.config.rootNotionPageId)
  for (const icon of [site.config.defaultPageIcon, rootIcon]) {
    if (!icon) continue
    if (!isAddress(icon)) {
      const svg = await emojiSvg(icon)
      if (svg !== undefined) return { kind: 'svg', svg }
      continue
    }
    const asset = findAsset(mirror, icon)
    const source =
      asset && (await pictureSource(path.join(site.assetFolder, assetPath(asset.hash)), asset))
    if (source) return source
  }
  return { kind: 'svg', svg: lantern }
})

async function pictureSource(
  file: string,
  { mediaType }: StoredAsset
): Promise<IconSource | undefined> {
  if (isRaster(mediaType)) return { kind: 'picture', file }
  if (mediaType !== 'image/svg+xml') return undefined
  if (!(await ifExists(stat(file)))) throw new ApiError('image_not_found')
  const svg = await storedSvg(file)
  return svg === undefined ? undefined : { kind: 'svg', svg }
}

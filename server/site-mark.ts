import { type StoredAsset, findAsset } from '../db/find-asset.ts'
import { isEmojiIcon } from '../site/emoji-icon.ts'
import { isAddress } from '../site/file-sources.ts'
import { hasVariants, variantSet } from '../site/image-variants.ts'
import { mapImageUrl } from '../site/image-url.ts'
import type { SiteMark } from '../web/pages/SiteHeader.tsx'
import { readRootIcon } from '../db/read-root-icon.ts'
import { perEdition } from './per-edition.ts'

/** What stands before the site's name, from where its icons are drawn too; undefined for the shipped mark. */
export const siteMark = perEdition((site, { mirror }): SiteMark | undefined => {
  const { rootNotionPageId: rootId, defaultPageIcon } = site.config
  for (const icon of [defaultPageIcon, readRootIcon(mirror, rootId)]) {
    const emoji = emojiMark(icon)
    if (emoji) return emoji
    const asset = icon && isAddress(icon) ? findAsset(mirror, icon) : undefined
    if (icon && asset?.mediaType.startsWith('image/')) return pictureMark(icon, asset, rootId)
  }
  return undefined
})

/** An icon that is an emoji: what can be shown before the first sync, too. */
export function emojiMark(icon: string | null | undefined): SiteMark | undefined {
  return icon && isEmojiIcon(icon) ? { emoji: icon } : undefined
}

function pictureMark(source: string, asset: StoredAsset, rootId: string): SiteMark | undefined {
  const src = mapImageUrl(source, { id: rootId }, { [source]: asset })
  if (src === undefined) return undefined
  const image = { ...asset, height: null, preview: null }
  const options = { format: 'webp' as const, widths: [96] }
  return { src, srcSet: hasVariants(asset) ? variantSet(source, image, options) : undefined }
}

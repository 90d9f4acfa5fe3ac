import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { isAddress } from '../../site/notion/files/file-sources.ts'
import { hasVariants, variantAddress } from '../../site/addresses/image-variants.ts'
import { mapImageUrl } from '../../site/addresses/image-url.ts'
import { findAsset } from '../assets/find-asset.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Pixels: enough for a small icon on a high-density screen. */
const WIDTH = 96

/** Returns the icon before a page name: an emoji, or the path of a small picture; null without either. */
export function pageIcon(
  mirror: Mirror,
  owner: { id: string; icon: string | null }
): string | null {
  const { id, icon } = owner
  if (icon === null || isEmojiIcon(icon)) return icon || null
  const asset = isAddress(icon) ? findAsset(mirror, icon) : undefined
  if (!asset?.mediaType.startsWith('image/')) return null
  if (hasVariants(asset)) return variantAddress(icon, asset, { format: 'webp', width: WIDTH })
  return mapImageUrl(icon, { id }, { [icon]: asset }) ?? null
}

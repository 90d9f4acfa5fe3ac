import {
  isExpiringAddress,
  isPermanentPicture,
  mapImageUrl
} from '../../../site/addresses/image-url.ts'
import { linkedPageId } from '../../../site/notion/blocks/block-references.ts'
import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import type { ImageView } from '../../../site/pages/page-model.ts'
import { type PageContext, pagePath } from './page-context.ts'
import { type SafeHref, safeHref } from './safe-href.ts'

/**
 * The address and the mirror's facts of an image or file. `src` is undefined if the mirror lacks
 * the file and the source is not a public address that stays valid.
 */
export function imageOf(
  { page }: Pick<PageContext, 'page'>,
  source: string,
  block: { id: string }
): { src: string | undefined; view: ImageView | undefined } {
  const view = Object.hasOwn(page.images, source) ? page.images[source] : undefined
  const src = mapImageUrl(source, block, page.images)
  return { src: view || isPermanentPicture(source) ? src : undefined, view }
}

/**
 * Whether a picture is certain to be shown: the mirror has it, or its address contains it. A cover
 * from another host would leave an empty box if that host does not answer.
 */
export function hasPicture({ page: { images } }: PageContext, source: string): boolean {
  // The file of a property may be a document.
  const view = Object.hasOwn(images, source) ? images[source] : undefined
  return view ? view.mediaType.startsWith('image/') : source.startsWith('data:image/')
}

/**
 * The address of a file: in the mirror, or its own external address. Undefined for a file that only
 * the workspace can serve.
 */
export function fileHref(
  context: PageContext,
  address: string,
  block: { id: string }
): SafeHref | undefined {
  const { src, view } = imageOf(context, address, block)
  if (view && src) return { href: src, isExternal: false }
  if (isStoredFile(address) || isExpiringAddress(address)) return undefined
  const target = safeHref(address)
  // A relative address is relative to Notion's host: pages of it may be here, pictures are not.
  if (target?.isExternal !== false || /^[#?]/.test(target.href)) return target
  const path = pagePath(context, linkedPageId(address) ?? '')
  return path === undefined ? undefined : { href: path, isExternal: false }
}

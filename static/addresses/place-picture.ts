import { decodePath } from '../../site/addresses/site-address.ts'
import { versionOf } from '../../site/addresses/asset-path.ts'
import { variantFormats, variantWidths } from '../../site/addresses/image-variants.ts'
import { mediaExtension } from './media-extension.ts'

/** What the folder needs to know of a stored file. */
interface PlacedPicture {
  /** SHA-256 of the content. */
  hash: string
  mediaType: string
  /** Pixels; null for a format without a size. */
  width: number | null
}

/** Which pages have a social image of their own; `site` gives all of them that of the root page. */
export type SocialImages = 'pages' | 'site'

const IMAGE = '/image/'
const SOCIAL_IMAGE = '/api/social-image'

/** The social image of the root page, which follows it. */
export const SITE_CARD = '_files/social/site.png'

/** An encoded address, and the file that it names in the folder. */
interface PlacedAddress {
  href: string
  file: string
}

export interface PictureRules {
  socialImages: SocialImages
  /** Finds the stored file of a source. */
  findPicture: (source: string) => PlacedPicture | undefined
}

/**
 * The address and file of a picture or file of the site. The names contain the start of the hash, so
 * that the content of an address never changes. SVG, PDF and downloads have folders of their own, because
 * they need other headers and hosts set headers by folder.
 */
export function placePicture(
  path: string,
  query: string | undefined,
  { findPicture, socialImages }: PictureRules
): PlacedAddress | undefined {
  const isCard = path === SOCIAL_IMAGE
  if (!isCard && !path.startsWith(IMAGE)) return undefined
  const parameters = new URLSearchParams(query)
  if (isCard) return socialImages === 'site' ? named(SITE_CARD) : placeCard(parameters)
  const source = decodePath(path.slice(IMAGE.length))
  const picture = source === undefined ? undefined : findPicture(source)
  if (source === undefined || !picture) return undefined
  const width = variantWidths.find((each) => String(each) === parameters.get('w'))
  const format = variantFormats.find((each) => each === parameters.get('f'))
  if (width === undefined || format === undefined) return placeOriginal(source, picture)
  return named(`_files/${versionOf(picture.hash)}-${width}.${format}`)
}

/** Undefined for other parameters than those of our own addresses: links in texts may have any. */
function placeCard(parameters: URLSearchParams): PlacedAddress | undefined {
  const [id, version] = [parameters.get('id') ?? '', parameters.get('v') ?? '']
  const isOwn = [id, version].every((each) => /^[0-9a-f-]+$/.test(each))
  return isOwn ? named(`_files/social/${id}-${version}.png`) : undefined
}

/** The address and file of a stored file as it is, by its source. */
export function placeOriginal(
  source: string,
  picture: Pick<PlacedPicture, 'hash' | 'mediaType'>
): PlacedAddress {
  const kind = folderOf(picture.mediaType)
  const name =
    kind === 'download' ? `/${downloadName(source)}` : `.${mediaExtension(picture.mediaType)}`
  const folder = kind === 'download' ? 'download/' : kind
  return named(`_files/${folder}${versionOf(picture.hash)}${name}`)
}

function named(file: string): PlacedAddress {
  return { file, href: `/${file.split('/').map(encodeURIComponent).join('/')}` }
}

/** Empty for images, sound and video. */
function folderOf(mediaType: string): '' | 'svg/' | 'pdf/' | 'download' {
  if (mediaType === 'image/svg+xml') return 'svg/'
  if (mediaType === 'application/pdf') return 'pdf/'
  return /^(image|audio|video)\//.test(mediaType) ? '' : 'download'
}

/** The file name at the end of the source address. */
function downloadName(source: string): string {
  const name = source.split(/[/:]/).at(-1)?.split('?')[0] ?? ''
  const safe = (decodePath(name) ?? name)
    .replaceAll(/[^\p{L}\p{N}\p{M} ._()-]/gu, '_')
    .replace(/^\.+/, '')
  return [...safe].slice(-60).join('') || 'file'
}

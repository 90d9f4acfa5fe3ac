import type { SiteConfig } from '../config/config.ts'
import { isAddress } from '../notion/files/file-sources.ts'
import { isLastingPicture, mapImageUrl } from '../addresses/image-url.ts'
import { shortLabel } from '../notion/text/short-label.ts'

/** Programs that ask for the facts of a page have no use for pictures of many kilobytes in an address. */
const MAX_ADDRESS = 2000

/** A picture of a page whose bytes the mirror holds. */
export interface FactImage {
  /** sha256 of the bytes. */
  hash: string
  mediaType: string
}

/** What the mirror tells of a page besides its content; `db/page/read-page-facts.ts` reads it. */
export interface FactSource {
  /** Dashed page id. */
  id: string
  path: string
  title: string
  /** Emoji or the source address of an image, of the page itself. */
  icon: string | null
  /** Source address of the page's own cover, and which part of it shows, 0 (bottom) to 1 (top). */
  cover: string | null
  coverPosition: number | null
  /** First words of the page's text. */
  firstWords: string
  /** UTC milliseconds. */
  createdTime: number
  lastEditedTime: number
  /** What the row's properties `Author`, `Description`, `Social Image` and `Published` say; empty when they say nothing. */
  named: {
    author?: string
    /** Source address of the picture of the first person who is named. */
    authorPhoto?: string
    description?: string
    /** Source address. */
    socialImage?: string
    /** UTC milliseconds. */
    published?: number
  }
  /** Pictures that the mirror holds, by source address. */
  images: Record<string, FactImage>
}

/** A picture as facts name it. */
interface FactPicture {
  /** Where the records have it from. */
  source: string
  /** Absolute address under which it can be had. */
  href: string
  /** Undefined when the mirror does not hold its bytes. */
  image: FactImage | undefined
}

/** What is told of a page where it is not shown itself: to other programs, in previews, feeds and lists. */
export interface PageFacts {
  pageId: string
  title: string
  path: string
  /** Canonical address. */
  url: string
  description: string
  /** Emoji or source address of a picture; the page's, else the configured one. */
  icon: string | null
  iconImage: FactImage | undefined
  image: FactPicture | null
  /** Which part of the picture shows, as CSS has it; null without a picture. */
  imageObjectPosition: string | null
  author: string
  /** Whether the page names its author; otherwise it is the site's. */
  isAuthorNamed: boolean
  authorImage: FactPicture | null
  /** One short line: when it was published, else who wrote it, else where it stands. */
  detail: string
  createdTime: number
  lastEditedTime: number
  /** The `Published` date, else when the page was created. */
  publishedTime: number
}

type FactRules = Pick<
  SiteConfig,
  | 'author'
  | 'description'
  | 'domain'
  | 'language'
  | 'timeZone'
  | 'defaultPageIcon'
  | 'defaultPageCover'
  | 'defaultPageCoverPosition'
>

/** Works out what is told of a page: its own properties win over its text and cover, and those over the configuration. */
export function pageFacts(source: FactSource, config: FactRules): PageFacts {
  const { named } = source
  const icon = source.icon ?? config.defaultPageIcon
  const image = firstPicture(source, config, [
    named.socialImage,
    source.cover,
    config.defaultPageCover
  ])
  const author = shortLabel(named.author || config.author)
  return {
    pageId: source.id,
    title: shortLabel(source.title),
    path: source.path,
    url: pageAddress(config.domain, source.path),
    description: shortLabel(named.description || source.firstWords || config.description),
    icon,
    iconImage: icon === null ? undefined : heldImage(source, icon),
    image,
    imageObjectPosition: image && objectPosition(source, config, image),
    author,
    isAuthorNamed: Boolean(named.author),
    authorImage: firstPicture(source, config, [named.authorPhoto, icon]),
    detail: publishedDay(named.published, config) || author || config.domain,
    createdTime: source.createdTime,
    lastEditedTime: source.lastEditedTime,
    publishedTime: named.published ?? source.createdTime
  }
}

/** The canonical address of a path of the site. */
export function pageAddress(domain: string, path: string): string {
  const encoded = encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23')
  // Not by `new URL(encoded, …)`: a path that begins with two slashes would name another host.
  return new URL(`https://${domain}${encoded}`).href
}

/** The first of these that can be shown: its bytes are in the mirror, or its own address lasts. */
function firstPicture(
  source: FactSource,
  { domain }: FactRules,
  candidates: (string | null | undefined)[]
): FactPicture | null {
  for (const candidate of candidates) {
    if (!candidate || candidate.length > MAX_ADDRESS || !isPictureAddress(candidate)) continue
    const image = heldImage(source, candidate)
    const address = mapImageUrl(candidate, source, source.images)
    if (!address || (!image && !isLastingPicture(candidate))) continue
    return { source: candidate, href: new URL(address, `https://${domain}`).href, image }
  }
  return null
}

/** Whether an icon or cover names a picture; else it is an emoji. */
export function isPictureAddress(value: string): boolean {
  return value.startsWith('data:image/') || isAddress(value)
}

function heldImage({ images }: FactSource, address: string): FactImage | undefined {
  return Object.hasOwn(images, address) ? images[address] : undefined
}

/** The part that the workspace chose counts for the cover alone. */
function objectPosition(source: FactSource, config: FactRules, image: FactPicture): string {
  if (image.source === source.named.socialImage) return 'center 50%'
  const own = image.source === source.cover ? source.coverPosition : null
  const position = own ?? config.defaultPageCoverPosition
  return `center ${Math.round((1 - position) * 10_000) / 100}%`
}

function publishedDay(time: number | undefined, { language, timeZone }: FactRules): string {
  if (time === undefined) return ''
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(time)
}

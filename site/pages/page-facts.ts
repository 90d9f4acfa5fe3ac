import type { SiteConfig } from '../config/config.ts'
import { absoluteAddress, encodePath } from '../addresses/site-address.ts'
import { isAddress } from '../notion/files/file-sources.ts'
import { isPermanentPicture, mapImageUrl } from '../addresses/image-url.ts'
import { messagesFor } from '../locales/messages-for.ts'
import { shownTitle } from '../locales/shown-title.ts'
import { shortLabel } from '../notion/text/short-label.ts'
import { dateFormatter } from '../locales/formatters.ts'

/** Consumers of page facts (previews, feeds) do not use `data:` URLs of many kilobytes. */
const MAX_ADDRESS = 2000

/** A stored image. */
export interface FactImage {
  /** sha256 of the bytes. */
  hash: string
  mediaType: string
}

/** A page's facts as stored in the mirror; read by `db/page/read-page-facts.ts`. */
export interface FactSource {
  /** Dashed page id. */
  id: string
  path: string
  title: string
  /** The chapter that it spoils; empty without one, null if it is no spoiler. */
  spoiler: string | null
  /** The page's own icon: an emoji or the source URL of an image. */
  icon: string | null
  /** Source URL of the page's own cover, and its vertical position from 0 (bottom) to 1 (top). */
  cover: string | null
  coverPosition: number | null
  /** First words of the page's text. */
  firstWords: string
  /** UTC milliseconds. */
  createdTime: number
  lastEditedTime: number
  /**
   * Values of the row's properties `Author`, `Description`, `Social Image` and `Published`; missing
   * if empty.
   */
  named: {
    author?: string
    /** Source URL of the picture of the first person in `Author`. */
    authorPhoto?: string
    description?: string
    /** Source URL. */
    socialImage?: string
    /** UTC milliseconds. */
    published?: number
  }
  /** Stored images by source URL. */
  images: Record<string, FactImage>
}

/** An image of a page, for use outside the page. */
interface FactPicture {
  /** Source URL as in the records. */
  source: string
  /** Absolute URL of the image. */
  href: string
  /** Undefined if the image is not stored. */
  image: FactImage | undefined
}

/** What feeds, link previews, structured data and lists show of a page. */
export interface PageFacts {
  pageId: string
  title: string
  path: string
  /** Canonical URL. */
  url: string
  description: string
  /** Emoji or source URL of an image: the page's icon, else the configured default. */
  icon: string | null
  iconImage: FactImage | undefined
  image: FactPicture | null
  /** Value of the CSS property `object-position`; null without an image. */
  imageObjectPosition: string | null
  author: string
  /** Whether the page names its author; otherwise `author` is the site's. */
  isAuthorNamed: boolean
  authorImage: FactPicture | null
  /** One short line: the publication date, else the author, else the site's domain. */
  detail: string
  createdTime: number
  lastEditedTime: number
  /** The `Published` date, else the creation time; UTC milliseconds. */
  publishedTime: number
}

type FactRules = Pick<
  SiteConfig,
  | 'author'
  | 'description'
  | 'domain'
  | 'language'
  | 'messages'
  | 'timeZone'
  | 'defaultPageIcon'
  | 'defaultPageCover'
  | 'defaultPageCoverPosition'
>

/** Link previews and lists for programs cannot open what is covered: they get no fact of a spoiler. */
function covered(source: FactSource, chapter: string, config: FactRules): FactSource {
  const title = messagesFor(config).spoiler(chapter)
  const nothing = { icon: null, cover: null, coverPosition: null, firstWords: '', named: {} }
  return { ...source, title, ...nothing }
}

/**
 * Computes a page's facts. Its own properties win over its text and cover, and these over the
 * configuration.
 */
export function pageFacts(stored: FactSource, config: FactRules): PageFacts {
  const source = stored.spoiler === null ? stored : covered(stored, stored.spoiler, config)
  const { named } = source
  const title = shownTitle(source.title, messagesFor(config))
  const icon = source.icon ?? config.defaultPageIcon
  const image = firstPicture(source, config, [
    named.socialImage,
    source.cover,
    config.defaultPageCover
  ])
  const author = shortLabel(named.author || config.author)
  return {
    pageId: source.id,
    // Cards and previews of a home page without a title show the site's name.
    title: shortLabel(source.path === '/' ? source.title.trim() : title),
    path: source.path,
    url: pageAddress(config.domain, source.path),
    description: shortLabel(named.description || source.firstWords || config.description),
    icon,
    iconImage: icon === null ? undefined : storedImage(source, icon),
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

/** The canonical URL of a path of the site. */
export function pageAddress(domain: string, path: string): string {
  return absoluteAddress(domain, encodePath(path.toWellFormed()))
}

/** The first candidate that can be shown: the image is stored, or its URL does not expire. */
function firstPicture(
  source: FactSource,
  { domain }: FactRules,
  candidates: (string | null | undefined)[]
): FactPicture | null {
  for (const candidate of candidates) {
    if (!candidate || candidate.length > MAX_ADDRESS || !isPictureAddress(candidate)) continue
    const image = storedImage(source, candidate)
    const address = mapImageUrl(candidate, source, source.images)
    if (!address || (!image && !isPermanentPicture(candidate))) continue
    return { source: candidate, href: absoluteAddress(domain, address), image }
  }
  return null
}

/** Whether an icon or cover is an image; otherwise it is an emoji. */
export function isPictureAddress(value: string): boolean {
  return value.startsWith('data:image/') || isAddress(value)
}

function storedImage({ images }: FactSource, address: string): FactImage | undefined {
  return Object.hasOwn(images, address) ? images[address] : undefined
}

/** `cover_position` applies only to the page's own cover. */
function objectPosition(source: FactSource, config: FactRules, image: FactPicture): string {
  if (image.source === source.named.socialImage) return 'center 50%'
  const own = image.source === source.cover ? source.coverPosition : null
  const position = own ?? config.defaultPageCoverPosition
  return `center ${Math.round((1 - position) * 10_000) / 100}%`
}

function publishedDay(time: number | undefined, { language, timeZone }: FactRules): string {
  if (time === undefined) return ''
  return dateFormatter(language, { dateStyle: 'long', timeZone }).format(time)
}

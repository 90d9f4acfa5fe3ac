/** A page as the configuration names it: 32 hex digits, a dashed UUID, or a pasted link to the page. */
type PageId = string

/** One entry of the header's navigation: a page of the workspace or an address elsewhere. */
type NavigationLink =
  | { title: string; pageId: PageId; url?: undefined }
  | { title: string; url: string; pageId?: undefined }

/** Where the community meets. Every key is optional; what is set appears in the footer, and the chat, Mastodon, Twitter and GitHub also where a search finds nothing. */
export interface SocialLinks {
  /** Invite link of the community's chat server, a full https address. */
  chatInvite?: string
  /** The community's video channel, a full https address. */
  videoChannel?: string
  /** A handle such as `@hollowlantern`, shown with the link of `mastodon` or `twitter`, or alone. */
  socialHandle?: string
  /** The page that hosts the datapack's files, a full https address. */
  datapackHosting?: string
  /** Listing sites that present the datapack, full https addresses. */
  datapackListings?: string[]
  /** GitHub user or organisation. */
  github?: string
  /** Twitter user, without `@`. */
  twitter?: string
  /** Mastodon profile, a full https address. */
  mastodon?: string
  /** YouTube channel: its handle or channel id. */
  youtube?: string
  /** LinkedIn user. */
  linkedin?: string
  /** Newsletter sign-up, a full https address. */
  newsletter?: string
}

/** What a maintainer writes in `site.config.ts`; keys with `?` have the default that is named. */
export interface SiteConfigInput {
  /** The page the site starts from. */
  rootNotionPageId: PageId
  /** The space the site is limited to. Default: the space of the root page. */
  rootNotionSpaceId?: string | null
  /** The site's name: header, titles, feeds. */
  name: string
  /** The bare host the site is served from, such as `wiki.example.org`: no scheme, no path. */
  domain: string
  /** Who writes the site, for the footer and for machines. */
  author: string
  /** One sentence for search engines and link previews. Default `Notion Blog`. */
  description?: string
  /** Language of the content as a BCP 47 tag. Default `en`. */
  language?: string
  /** The site's time zone, an IANA name: what "today" means in filters, and where days begin. Default `UTC`. */
  timeZone?: string
  /** Whether search engines may list the site. Default true. */
  indexable?: boolean
  /** Social and community links of the footer. */
  social?: SocialLinks
  /** Icon of pages that have none: an emoji or an image address. Default none. */
  defaultPageIcon?: string | null
  /** Cover of pages that have none: an image address. Default none. */
  defaultPageCover?: string | null
  /** Which part of the cover shows, 0 (bottom) to 1 (top). Default 0.5. */
  defaultPageCoverPosition?: number
  /** Whether `sync` makes a preview of a few pixels for each image, shown until the image is there. Default false. */
  isPreviewImageSupportEnabled?: boolean
  /** Largest file that `sync` downloads, in MB (1,048,576 bytes); larger ones are left out and reported. Default 50. */
  maxFileSizeMB?: number
  /** What one `sync` downloads at most, in MB; the next run goes on. Default 2000. */
  maxSyncDownloadMB?: number
  /** Whether previews are shared through Redis. Default false. Has no effect yet; a warning says so. */
  isRedisEnabled?: boolean
  /** Paths of our own for pages: `{ '/did-you-know': '<page id>' }`. */
  pageUrlOverrides?: Record<string, PageId>
  /** Pages left out of the site, with all that only they lead to. */
  excludedPageIds?: PageId[]
  /** The header's links. `default`: the first six pages that stand on the root page; `custom`: `navigationLinks`. Default `default`. */
  navigationStyle?: 'default' | 'custom'
  /** The header's links when `navigationStyle` is `custom`, in order. */
  navigationLinks?: NavigationLink[]
  /** Whether the search field and the search API are there. Default true. */
  isSearchEnabled?: boolean
  /** Whether queries that find nothing are counted, for `fansite status --searches`; nothing of who asked is kept. Default true. */
  areSearchesCounted?: boolean
  /** Whether `/mirror.db` offers all that is published as one SQLite file. Default true. */
  isMirrorDownloadEnabled?: boolean
  /** Whether paths end in the page's 32-digit id (`/slug-<id>`). Default false: `/slug`. */
  includeNotionIdInUrls?: boolean
}

/**
 * The configuration after `readSiteConfig`: every key is there, page ids are dashed,
 * override paths have one leading slash and no trailing one.
 */
export type SiteConfig = Required<Omit<SiteConfigInput, 'rootNotionSpaceId'>> & {
  rootNotionSpaceId: string | null
}

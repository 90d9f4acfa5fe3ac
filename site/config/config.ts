import type { SiteMessages } from '../locales/site-messages.ts'

/** A page: 32 hex digits, a dashed UUID, or a Notion link to the page. */
type PageId = string

/** One link in the header: a page of the workspace or an external URL. */
type NavigationLink =
  | { title: string; pageId: PageId; url?: undefined }
  | { title: string; url: string; pageId?: undefined }

/**
 * Social and community links; every key is optional. All appear in the footer. Chat, Mastodon,
 * Twitter and GitHub also appear on a search page without results.
 */
export interface SocialLinks {
  /** Invite link of the community's chat server: a full URL. */
  chatInvite?: string
  /** The community's video channel: a full URL. */
  videoChannel?: string
  /**
   * A handle such as `@hollowlantern`, shown as the label of the `mastodon` or `twitter` link, or
   * as plain text without them.
   */
  socialHandle?: string
  /** Page that hosts the datapack's files: a full URL. */
  datapackHosting?: string
  /** Sites that list the datapack: full URLs. */
  datapackListings?: string[]
  /** GitHub user or organisation name. */
  github?: string
  /** Twitter user name, without `@`. */
  twitter?: string
  /** Mastodon profile: a full URL. */
  mastodon?: string
  /** YouTube handle or channel id. */
  youtube?: string
  /** LinkedIn user name. */
  linkedin?: string
  /** Newsletter sign-up page: a full URL. */
  newsletter?: string
}

/** Which pages, rows and toggles spoil a story, and what happens to them; see `docs/spoilers.md`. */
export interface SpoilerConfig {
  /**
   * `blur` covers them until a reader opens them; their texts stay in the HTML. `withhold` removes
   * their texts and names from everything public. Default `withhold`.
   */
  mode?: 'blur' | 'withhold'
  /** The chapters in the order of reading, as the workspace names them. Default none. */
  chapters?: string[]
  /**
   * A property of rows: rows with a value are marked, and the value is their chapter. Default
   * `Spoiler`.
   */
  property?: string
  /** An option of any select, multi-select or status property that marks a row. Default none. */
  tag?: string | null
  /** Titles of pages and toggles that begin with this text are marked. Default none. */
  sign?: string | null
}

/** The looks of a site. */
export type Theme = 'notion' | 'pixel'

/** The keys of `site.config.ts`. Keys with `?` are optional and have the default given. */
export interface SiteConfigInput {
  /** The page the site starts from; it is served at `/`. */
  rootNotionPageId: PageId
  /** The Notion space the site is limited to. Default: the space of the root page. */
  rootNotionSpaceId?: string | null
  /** The site's name, used in the header, page titles and feeds. */
  name: string
  /** The site's host name without scheme or path, such as `wiki.example.org`. */
  domain: string
  /** The site's author, shown in the footer, metadata and feeds. */
  author: string
  /** One sentence about the site for search engines and link previews. Default `Notion Blog`. */
  description?: string
  /**
   * Language of the content and the interface, a BCP 47 tag. Default `en`. The interface is
   * available in English and Japanese; `messages` has its texts in any other language.
   */
  language?: string
  /** Texts of the interface that replace the built-in ones; see `docs/languages.md`. Default none. */
  messages?: SiteMessages
  /**
   * The site's time zone, an IANA name. It defines "today" in filters and the start of a day.
   * Default `UTC`.
   */
  timeZone?: string
  /** Whether search engines may index the site. Default true. */
  indexable?: boolean
  /**
   * The look of the site: `notion` is that of Notion, `pixel` that of the sample. Default `notion`.
   */
  theme?: Theme
  /**
   * A style sheet of the site's own, which is loaded last: its path, relative to `site.config.ts`.
   * Default none.
   */
  customCss?: string | null
  /** Social and community links. Default none. */
  social?: SocialLinks
  /** Icon of pages without one: an emoji or an image URL. Default none. */
  defaultPageIcon?: string | null
  /** Cover of pages without one: an image URL. Default none. */
  defaultPageCover?: string | null
  /** Vertical position of the cover, from 0 (bottom) to 1 (top). Default 0.5. */
  defaultPageCoverPosition?: number
  /**
   * Whether `sync` creates a tiny preview of each image, shown while the image loads. Default
   * false.
   */
  isPreviewImageSupportEnabled?: boolean
  /**
   * Largest file that `sync` downloads, in MB (1,048,576 bytes). Larger files are skipped and
   * reported. Default 50.
   */
  maxFileSizeMB?: number
  /** Total size of files that one `sync` downloads, in MB. The next run continues. Default 2000. */
  maxSyncDownloadMB?: number
  /**
   * Whether servers share social images, syncs share previews, and a sync announces publications to
   * servers through Redis. Default false.
   */
  isRedisEnabled?: boolean
  /** Whether assistants may read the site at `/_mcp` and with `fansite mcp`. Default false. */
  isMcpEnabled?: boolean
  /** Custom paths of pages, such as `{ '/did-you-know': '<page id>' }`. Default none. */
  pageUrlOverrides?: Record<string, PageId>
  /**
   * Pages excluded from the site, together with every page reachable only through them. Default
   * none.
   */
  excludedPageIds?: PageId[]
  /**
   * Links in the header. `default` shows the first six sub-pages of the root page, `custom` shows
   * `navigationLinks`. Default `default`.
   */
  navigationStyle?: 'default' | 'custom'
  /** Links in the header, in order, if `navigationStyle` is `custom`. Default none. */
  navigationLinks?: NavigationLink[]
  /** Whether the site's tree is beside its pages. Default true. */
  isSiteTreeEnabled?: boolean
  /** Whether pages show related pages below their content. Default true. */
  areRelatedPagesShown?: boolean
  /**
   * The module with components of the site's own, relative to `site.config.ts`; see
   * `docs/theming.md`. Default none.
   */
  components?: string | null
  /**
   * The properties that connect the translations of a page: a relation between them, and the language
   * of each, as a BCP 47 tag or by name. Default none. The names are `Translations` and `Language` unless
   * they are given.
   */
  translations?: { relation?: string; language?: string } | null
  /** What spoils a story, and whether it is covered or withheld. Default none. */
  spoilers?: SpoilerConfig | null
  /** Whether the search field and the search API are available. Default true. */
  isSearchEnabled?: boolean
  /**
   * Whether browsers keep pages for reading without a network; see `docs/offline.md`. When it is switched
   * off, browsers delete what they have kept. Default `true`.
   */
  isOfflineEnabled?: boolean
  /**
   * Whether searches without results are counted for `fansite status --searches`. Nothing about the
   * visitor is stored. Default true.
   */
  areSearchesCounted?: boolean
  /** Whether `/mirror.db` serves the published content as one SQLite file. Default true. */
  isMirrorDownloadEnabled?: boolean
  /** Whether paths end in the page's 32-digit id (`/slug-<id>`). Default false (`/slug`). */
  includeNotionIdInUrls?: boolean
}

/**
 * The configuration after `readSiteConfig`: every key is set, page ids are dashed, and override
 * paths have one leading slash and no trailing slash.
 */
export type SiteConfig = Required<
  Omit<SiteConfigInput, 'rootNotionSpaceId' | 'spoilers' | 'translations'>
> & {
  rootNotionSpaceId: string | null
  translations: { relation: string; language: string } | null
  spoilers: SpoilerRules | null
}

/** The spoilers of a configuration, with all keys set. */
export type SpoilerRules = Required<SpoilerConfig>

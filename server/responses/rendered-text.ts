/** A text made from the mirror, before it is compressed. */
export interface RenderedText {
  body: string
  /** Without charset. */
  mediaType: string
  /** `Cache-Control`; that of pages by default. */
  caching?: string
  /** The key by which caches in front purge all texts of its kind; by default that of the media type. */
  surrogateKind?: string
  /** Further headers, with names in lower case. */
  headers?: Record<string, string>
  /** Milliseconds until it is made again even if nothing it was made of has changed. */
  lifetimeMs?: number
  /** Whether it depends on the footer, which shows the year; by default true of HTML only. */
  hasYear?: boolean
}

/** The text of an address, the address that it redirects to, or undefined if there is nothing. */
export type Rendered = RenderedText | { redirect: string } | undefined

/** Shared caches revalidate after a minute and may serve the stale text meanwhile. */
export const pageCaching =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

/** For texts that crawlers and programs request again and again. */
export const feedCaching = 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600'

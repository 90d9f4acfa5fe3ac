/** Page-view analytics services, configured by environment variables; a missing key means off. */
export interface Analytics {
  posthog?: { key: string; host: string }
  fathom?: { siteId: string; scriptUrl: string }
}

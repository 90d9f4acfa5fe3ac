/** The services that count page views, as the environment names them; those that are not named are off. */
export interface Analytics {
  posthog?: { key: string; host: string }
  fathom?: { siteId: string; scriptUrl: string }
}

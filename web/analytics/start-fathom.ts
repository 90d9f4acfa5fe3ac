import { load, trackPageview } from 'fathom-client'

import type { Counter } from './start-analytics.ts'

/** Starts Fathom. Its script is loaded from Fathom's own host. */
export function startFathom(siteId: string, scriptUrl: string): Counter {
  load(siteId, { url: scriptUrl, auto: false, honorDNT: true, excludedDomains: ['localhost'] })
  return ({ url, referrer }) => trackPageview({ url, referrer })
}

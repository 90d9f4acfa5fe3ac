import type { FastifyHelmetOptions } from '@fastify/helmet'

import type { Analytics } from '../site/analytics.ts'
import { frameSources } from '../site/embeds.ts'

type Policy = Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined>

/**
 * Only files of our own run or style the page. Style attributes are allowed since the workspace's
 * column widths and cover positions are written as such; pictures and objects (documents) come from the
 * mirror or the page itself, frames only from sites that visitors may load into a page. A service that
 * counts page views is named only when it is configured.
 */
export function contentSecurityPolicy({ posthog, fathom }: Analytics = {}): Policy {
  const fathomHosts = fathom ? [new URL(fathom.scriptUrl).origin] : []
  const posthogHosts = posthog ? [new URL(posthog.host).origin] : []
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", ...posthogHosts, ...fathomHosts],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'frame-src': frameSources,
    'img-src': ["'self'", 'data:'],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'object-src': ["'self'"],
    'script-src': ["'self'", ...fathomHosts],
    'style-src-attr': ["'unsafe-inline'"],
    'style-src-elem': ["'self'"]
  }
  return { useDefaults: false, directives }
}

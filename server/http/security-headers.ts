import type { IncomingMessage } from 'node:http'

import type { FastifyHelmetOptions } from '@fastify/helmet'

import type { Analytics } from '../../site/config/analytics.ts'
import { frameSources } from '../../site/notion/files/embed-frame.ts'

type Policy = Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined>

/**
 * Only files of our own run or style the page. Style attributes are allowed since the workspace's
 * column widths and cover positions are written as such; pictures and objects (documents) come from the
 * mirror or the page itself, pictures also from `pictureOrigin`, and frames only from sites that
 * visitors may load into a page. A service that counts page views is named only when it is configured.
 * `pictureOrigin` is called for each reply, since a publication may change it; empty for none.
 */
export function contentSecurityPolicy(
  { posthog, fathom }: Analytics = {},
  pictureOrigin: (request: IncomingMessage) => string = () => ''
): Policy {
  const fathomHosts = fathom ? [new URL(fathom.scriptUrl).origin] : []
  const posthogHosts = posthog ? [new URL(posthog.host).origin] : []
  const ownPictures = (request: IncomingMessage) => `'self' ${pictureOrigin(request)}`.trim()
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", ...posthogHosts, ...fathomHosts],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'frame-src': frameSources,
    // Fathom's script tells of views by asking for a picture.
    'img-src': [ownPictures, 'data:', ...fathomHosts],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'object-src': ["'self'"],
    'script-src': ["'self'", ...fathomHosts],
    'style-src-attr': ["'unsafe-inline'"],
    'style-src-elem': ["'self'"]
  }
  return { useDefaults: false, directives }
}

/** Fathom gives its script to nobody who does not say what site it is for. */
export function referrerPolicy({ fathom }: Analytics = {}): FastifyHelmetOptions['referrerPolicy'] {
  return { policy: fathom ? 'strict-origin-when-cross-origin' : 'no-referrer' }
}

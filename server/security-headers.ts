import type { FastifyHelmetOptions } from '@fastify/helmet'

import { frameSources } from '../site/embeds.ts'

type Policy = Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined>

/**
 * Only files of our own run or style the page. Style attributes are allowed since the workspace's
 * column widths and cover positions are written as such; pictures and objects (documents) come from the
 * mirror or the page itself, frames only from sites that visitors may load into a page.
 */
export const contentSecurityPolicy: Policy = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'frame-src': frameSources,
    'img-src': ["'self'", 'data:'],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'object-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'style-src-elem': ["'self'"]
  }
}

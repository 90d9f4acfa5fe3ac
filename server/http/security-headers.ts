import type { IncomingMessage } from 'node:http'

import type { FastifyHelmetOptions } from '@fastify/helmet'

import type { Analytics } from '../../site/config/analytics.ts'
import { frameSources } from '../../site/notion/files/embed-frame.ts'

type Policy = Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined>

/**
 * Scripts and style sheets come from the site only; the one inlined style sheet is named by its hash
 * `criticalStyles`. Style attributes are allowed, because column widths and cover positions need them.
 * Pictures and objects (PDF) come from the site, pictures also from `pictureOrigin`, which is called for
 * each reply, since a publication may change it; it is empty for none. Frames come from the known embed
 * sites. Analytics hosts are allowed if configured.
 */
export function contentSecurityPolicy(
  criticalStyles: string,
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
    // Fathom's script reports views by requesting a picture.
    'img-src': [ownPictures, 'data:', ...fathomHosts],
    'manifest-src': ["'self'"],
    'media-src': ["'self'"],
    'object-src': ["'self'"],
    'script-src': ["'self'", ...fathomHosts],
    'style-src-attr': ["'unsafe-inline'"],
    'style-src-elem': ["'self'", `'${criticalStyles}'`],
    'worker-src': ["'self'"]
  }
  return { useDefaults: false, directives }
}

/**
 * The policy of the worker that runs SQL. A worker has the policy of its own script, so pages need not
 * allow WebAssembly. The worker reads files of the site.
 */
export const queryWorkerPolicy =
  "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

/**
 * The policies of files that are opened as documents. SVG may contain scripts; it must neither run them nor
 * load anything. A stricter policy for PDF would keep the viewers built into browsers from starting.
 */
export const filePolicies = {
  svg: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  pdf: "frame-ancestors 'self'"
}

/** Fathom serves its script only to requests with a referrer. */
export function referrerPolicy({ fathom }: Analytics = {}): FastifyHelmetOptions['referrerPolicy'] {
  return { policy: fathom ? 'strict-origin-when-cross-origin' : 'no-referrer' }
}

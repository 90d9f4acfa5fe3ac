import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The style sheet of a site's own. */
export interface CustomStyles {
  css: Buffer
  /** A path of the site, with a hash of the content. */
  href: string
}

/** Reads the style sheet that the configuration names. Throws if it cannot be read. */
export function readCustomStyles(file: string | null): CustomStyles | undefined {
  if (file === null) return undefined
  const css = readFileSync(file)
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 12)
  return { css, href: `/_assets/custom-${hash}.css` }
}

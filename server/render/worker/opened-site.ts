import { statSync } from 'node:fs'

import { MirrorError } from '../../../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import type { MirrorSource, PublishedMirror } from '../../publication/mirror-source.ts'
import { PublishedSite } from '../../publication/published-site.ts'
import type { RenderContext } from '../site-shell.ts'
import { siteShell } from '../site-shell.ts'
import type { RenderJob } from './render-request.ts'

/** One open mirror file. Its publication changes only when `refresh` is called. */
class OpenedMirror implements MirrorSource {
  readonly mirror: Mirror
  readonly #inode: number
  #current: PublishedMirror | undefined

  constructor(mirror: Mirror, inode: number) {
    this.mirror = mirror
    this.#inode = inode
  }

  current(): PublishedMirror | undefined {
    return this.#current
  }

  isUnreadable(): boolean {
    return false
  }

  /** Reads the publication anew; called at the start of a transaction. */
  refresh(): void {
    const publication = readIdentity(this.mirror)
    this.#current = publication && { mirror: this.mirror, publication, inode: this.#inode }
  }
}

/** The site of a render process. */
export interface OpenedSite extends RenderContext {
  source: OpenedMirror
}

let opened: { inode: number; settings: string; site: OpenedSite } | undefined

/** Which mirror file to open, and how its site is rendered. */
export type OpenedMirrorFile = Pick<RenderJob, 'file' | 'inode' | 'site'>

/**
 * The site of a job; undefined if the mirror file that is served has been replaced or removed, or cannot be
 * opened at the moment: the pages are not the cause, so none of them fails until the next publication.
 */
export function openedSite({
  file,
  inode,
  site: settings
}: OpenedMirrorFile): OpenedSite | undefined {
  const text = JSON.stringify(settings)
  if (opened?.inode === inode && opened.settings === text) return opened.site
  if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) return undefined
  const mirror = openIfPossible(file)
  if (!mirror) return undefined
  const source = new OpenedMirror(mirror, inode)
  source.refresh()
  opened?.site.source.mirror.$client.close()
  const site = new PublishedSite(settings.config, { ...settings, source })
  opened = { inode, settings: text, site: { source, site, shell: siteShell(site, settings) } }
  return opened.site
}

function openIfPossible(file: string): Mirror | undefined {
  try {
    return openMirrorForReading(file)
  } catch (error) {
    if (error instanceof MirrorError) return undefined
    throw error
  }
}

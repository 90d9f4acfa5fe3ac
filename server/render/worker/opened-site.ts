import { findFileId } from '../../../db/mirror/files/file-id.ts'
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
  readonly #fileId: string
  #current: PublishedMirror | undefined

  constructor(mirror: Mirror, fileId: string) {
    this.mirror = mirror
    this.#fileId = fileId
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
    this.#current = publication && { mirror: this.mirror, publication, fileId: this.#fileId }
  }
}

/** The site of a render process. */
export interface OpenedSite extends RenderContext {
  source: OpenedMirror
}

let opened: { fileId: string; settings: string; site: OpenedSite } | undefined

/** Which mirror file to open, and how its site is rendered. */
export type OpenedMirrorFile = Pick<RenderJob, 'file' | 'fileId' | 'site'>

/**
 * The site of a job; undefined if the mirror file that is served has been replaced or removed, or cannot be
 * opened at the moment: the pages are not the cause, so none of them fails until the next publication.
 */
export function openedSite({
  file,
  fileId,
  site: settings
}: OpenedMirrorFile): OpenedSite | undefined {
  const text = JSON.stringify(settings)
  if (opened?.fileId === fileId && opened.settings === text) return opened.site
  const mirror = openIfServed(file, fileId)
  if (!mirror) return undefined
  const source = new OpenedMirror(mirror, fileId)
  source.refresh()
  opened?.site.source.mirror.$client.close()
  const site = new PublishedSite(settings.config, { ...settings, source })
  opened = { fileId, settings: text, site: { source, site, shell: siteShell(site, settings) } }
  return opened.site
}

function openIfServed(file: string, fileId: string): Mirror | undefined {
  if (findFileId(file) !== fileId) return undefined
  try {
    const mirror = openMirrorForReading(file)
    if (findFileId(file) === fileId) return mirror
    // Replaced before it was opened.
    mirror.$client.close()
    return undefined
  } catch (error) {
    if (error instanceof MirrorError) return undefined
    throw error
  }
}

import { statSync } from 'node:fs'
import path from 'node:path'

import { readLastSync } from '../../db/lists/read-site-pages.ts'
import type { PublishedSite } from '../../server/publication/published-site.ts'
import { type MirrorIndex, chunkPath, indexFileName } from '../../site/browse/mirror-chunks.ts'
import type { VersionFiles } from '../folder/version-files.ts'
import type { WrittenFile } from '../folder/write-file.ts'
import { findFormer, readIndex } from './earlier-mirrors.ts'
import { writeChunks } from './write-chunks.ts'

interface MirrorPlace {
  files: VersionFiles
  /** A folder for the copy that is cut into chunks; it is removed afterwards. */
  copyFolder: string
  /** Whether the chunks of the version before are compared, not taken as they are. */
  isComplete: boolean
  signal: AbortSignal
}

/**
 * Writes the mirror that a server would offer, as chunks with an index, and keeps that of the publication
 * before for pages that are open. Empty if the site offers no mirror. Throws `MirrorError`, or the reason
 * of the signal.
 */
export async function writeMirror(
  site: PublishedSite,
  place: MirrorPlace
): Promise<Map<string, WrittenFile>> {
  // A page excluded since the last sync is still in the file.
  if (!site.config.isMirrorDownloadEnabled || site.hasExcludedPages()) return new Map()
  const published = site.published()
  const { files, isComplete } = place
  const name = indexFileName(published.publication)
  const known = isComplete ? undefined : readIndex(files.earlier, name)
  const isSame = known?.syncedAt === (readLastSync(published.mirror) ?? null)
  const taken = known && isSame ? takeMirror(name, known, files) : undefined
  const current = taken ?? (await writeChunks(published.mirror.$client.name, place))
  const former = findFormer(published, files.earlier)
  const before = former && takeMirror(former.name, former.index, files)
  return new Map([...(before ?? []), ...current])
}

/** Takes the files of a mirror from the version before; undefined if one of them is missing. */
function takeMirror(
  name: string,
  { chunks, chunkSize, size }: MirrorIndex,
  files: VersionFiles
): Map<string, WrittenFile> | undefined {
  const taken = new Map<string, WrittenFile>()
  for (const [at, chunk] of chunks.entries()) {
    const file = chunkPath(chunk)
    const bytes = Math.min(chunkSize, size - at * chunkSize)
    if (!files.take(file) || !files.isComplete(file, bytes)) return undefined
    taken.set(file, { size: bytes, isNew: false })
  }
  if (!files.take(name)) return undefined
  return taken.set(name, { size: statSync(path.join(files.folder, name)).size, isNew: false })
}

import path from 'node:path'

import { readLastSync } from '../../db/lists/read-site-pages.ts'
import type { PublishedSite } from '../../server/publication/published-site.ts'
import { type MirrorIndex, chunkPath, indexFileName } from '../../site/browse/mirror-chunks.ts'
import { type FilledFolder, sizeOf, takeHashed } from '../folder/filled-folder.ts'
import type { WrittenFile } from '../folder/write-file.ts'
import { findFormer, readIndex } from './earlier-mirrors.ts'
import { writeChunks } from './write-chunks.ts'

interface MirrorPlace {
  folder: FilledFolder
  /** A folder for a copy that is cut into chunks; it is emptied before. */
  copyFolder: string
  /** Whether the chunks of the version before are compared, not taken as they are. */
  isComplete: boolean
}

/**
 * Writes the mirror that a server would offer, as chunks with an index, and keeps that of the publication
 * before for pages that are open. Empty if the site offers no mirror. Throws `MirrorError`.
 */
export async function writeMirror(
  site: PublishedSite,
  place: MirrorPlace
): Promise<Map<string, WrittenFile>> {
  // A page excluded since the last sync is still in the file.
  if (!site.config.isMirrorDownloadEnabled || site.hasExcludedPages()) return new Map()
  const published = site.published()
  const { folder, isComplete } = place
  const name = indexFileName(published.publication)
  const known = isComplete ? undefined : readIndex(folder.earlier, name)
  const isSame = known?.syncedAt === (readLastSync(published.mirror) ?? null)
  const taken = known && isSame ? takeMirror(name, known, folder) : undefined
  const current = taken ?? (await writeChunks(published.mirror.$client.name, place))
  const former = findFormer(published, folder.earlier)
  const before = former && takeMirror(former.name, former.index, folder)
  return new Map([...(before ?? []), ...current])
}

/** Takes the files of a mirror from the version before; undefined if one of them is missing. */
function takeMirror(
  name: string,
  { chunks, chunkSize, size }: MirrorIndex,
  folder: FilledFolder
): Map<string, WrittenFile> | undefined {
  const taken = new Map<string, WrittenFile>()
  for (const [at, chunk] of chunks.entries()) {
    const file = chunkPath(chunk)
    const bytes = Math.min(chunkSize, size - at * chunkSize)
    if (!takeHashed(folder, { name: file, size: bytes })) return undefined
    taken.set(file, { size: bytes, isNew: false })
  }
  const indexSize = sizeOf(path.join(folder.earlier ?? '', name)) ?? 0
  if (!takeHashed(folder, { name, size: indexSize })) return undefined
  return taken.set(name, { size: indexSize, isNew: false })
}

import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { readChanges } from '../../db/changes/read-changes.ts'
import type { PublishedMirror } from '../../server/publication/mirror-source.ts'
import { isSuccessor } from '../../server/responses/publication-mark.ts'
import { CHUNKS_VERSION, type MirrorIndex, isIndexFile } from '../../site/browse/mirror-chunks.ts'
import { codeOf } from '../folder/write-file.ts'

interface NamedIndex {
  name: string
  index: MirrorIndex
}

/** The index of a mirror in a version of the folder; undefined if it has none of this form. */
export function readIndex(folder: string | undefined, name: string): MirrorIndex | undefined {
  if (folder === undefined) return undefined
  try {
    const index = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as MirrorIndex
    return index.version === CHUNKS_VERSION ? index : undefined
  } catch (error) {
    // A folder without a mirror, or a file that a crash of the machine has cut off.
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * The last mirror of an earlier publication in a version of the folder; undefined if there is none, if
 * something has been withdrawn since, or if it was made by other rules, for example with spoilers.
 */
export function findFormer(
  published: PublishedMirror,
  folder: string | undefined
): NamedIndex | undefined {
  const { digest } = published.publication
  const names = folder === undefined ? [] : readdirSync(folder).filter(isIndexFile)
  const [last] = names
    .flatMap((name): NamedIndex[] => {
      const index = readIndex(folder, name)
      return index?.digest === digest && isSuccessor(published, index) ? [{ name, index }] : []
    })
    .toSorted((one, other) => other.index.generation - one.index.generation)
  if (!last || readChanges(published.mirror, last.index.generation).hasWithdrawal) return undefined
  return last
}

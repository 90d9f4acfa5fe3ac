import type { WalkResult } from '../../../db/records/walk-result.ts'
import { Yielder } from '../../../db/mirror/yielder.ts'
import {
  type ShownFile,
  blockFiles,
  collectionFiles,
  isAddress
} from '../../../site/notion/files/file-sources.ts'

export interface FoundFile extends ShownFile {
  /** The block that shows it; the root page for avatars and for defaults of the configuration. */
  blockId: string
}

/** Every file that the staged records show: each source address once, with the first block that shows it. */
export async function findFiles(
  records: Pick<WalkResult, 'blocks' | 'collections' | 'users'>,
  options: {
    defaults: (string | null)[]
    rootPageId: string
    signal: AbortSignal
  }
): Promise<FoundFile[]> {
  const { defaults, rootPageId, signal } = options
  const yielder = new Yielder(signal)
  const found = new Map<string, FoundFile>()
  const add = (files: ShownFile[], blockId: string) => {
    for (const file of files) {
      if (!found.has(file.source)) found.set(file.source, { ...file, blockId })
    }
  }
  for (const block of records.blocks()) {
    add(blockFiles(block), block.id)
    await yielder.due()
  }
  for (const collection of records.collections()) {
    add(collectionFiles(collection), collection.parent_id)
  }
  for (const user of records.users()) add(pictures([user.avatar]), rootPageId)
  add(pictures(defaults), rootPageId)
  return [...found.values()]
}

function pictures(sources: (string | null)[]): ShownFile[] {
  return sources.filter(isAddress).map((source) => ({ source, isImage: true }))
}

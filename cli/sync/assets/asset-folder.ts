import { randomUUID } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'

import { assetPath } from '../../../site/addresses/asset-path.ts'

/** Identifies the content of a stored file. */
export interface StoredBytes {
  /** sha256, 64 hex digits. */
  hash: string
  /** Bytes. */
  size: number
}

/** A free path for an incomplete download; creates the folder when it is missing. */
export function newPart(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return path.join(folder, `${randomUUID()}.part`)
}

/**
 * Renames the flushed file `part` to its stored path. The rename is atomic, and the folder is flushed
 * too, so that it survives a power cut. An existing file is replaced only when it is damaged or its
 * size is wrong.
 */
export async function storeAsset(
  folder: string,
  { part, isDamaged, ...bytes }: StoredBytes & { part: string; isDamaged: boolean }
): Promise<void> {
  if (!isDamaged && hasAsset(folder, bytes)) return

  const file = path.join(folder, assetPath(bytes.hash))
  const created = mkdirSync(path.dirname(file), { recursive: true })
  await rename(part, file)
  await flush(path.dirname(file))
  if (created) await flush(path.dirname(created))
}

/** Whether the folder contains the file with its full size. */
export function hasAsset(folder: string, { hash, size }: StoredBytes): boolean {
  const stats = statSync(path.join(folder, assetPath(hash)), { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size === size
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

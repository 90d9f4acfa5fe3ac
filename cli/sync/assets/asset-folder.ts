import { randomUUID } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'

import { assetPath } from '../../../site/addresses/asset-path.ts'

/** What tells the bytes of a stored file apart. */
export interface StoredBytes {
  /** sha256, 64 hex digits. */
  hash: string
  /** Bytes. */
  size: number
}

/** A name for bytes that are not complete yet; the folder is made when it is missing. */
export function newPart(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return path.join(folder, `${randomUUID()}.part`)
}

/**
 * Moves the flushed bytes of `part` to their place. A reader sees the whole file or none, and after
 * a power cut too: the folder is flushed as well. A file that is there already is left alone, unless
 * it is damaged or its size tells that it is not whole.
 */
export async function storeAsset(
  folder: string,
  { part, isDamaged = false, ...bytes }: StoredBytes & { part: string; isDamaged?: boolean }
): Promise<void> {
  if (!isDamaged && hasAsset(folder, bytes)) return

  const file = path.join(folder, assetPath(bytes.hash))
  const created = mkdirSync(path.dirname(file), { recursive: true })
  await rename(part, file)
  await flush(path.dirname(file))
  if (created) await flush(path.dirname(created))
}

/** Whether the bytes stand in the folder, all of them. */
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

import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'

import { assetPath } from '../../site/asset-path.ts'

/**
 * Stores bytes under their sha256 and returns it. A reader sees the whole file or none: it is
 * written beside its place, flushed and renamed. A file that is there already is left alone.
 */
export async function storeAsset(folder: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = path.join(folder, assetPath(hash))
  if (existsSync(file)) return hash

  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${randomUUID()}.part`
  const handle = await open(unfinished, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  return hash
}

/** Whether the bytes of a hash stand in the folder. */
export function hasAsset(folder: string, hash: string): boolean {
  return existsSync(path.join(folder, assetPath(hash)))
}
